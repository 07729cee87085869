import { randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  open,
  openSync,
  readlinkSync,
  renameSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../ports.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { OWN_FILE, readTextNow } from '../../fs/read-text.ts';
import { makeSharedFolder, sharedFileMode } from '../../fs/make-shared-folder.ts';
import { putBack } from '../../fs/put-back.ts';
import { diskError } from '../../fs/disk-error.ts';
import { isCode } from '../../fs/is-code.ts';
import { isUnsupported } from '../../fs/is-unsupported.ts';
import { setMode } from '../../fs/set-mode.ts';
import { whenFilesAreFree } from '../../fs/open-patiently.ts';

/** Held while one process decides about a create, and makes it. */
export interface RecipeLock {
  release(): Promise<void>;
}

export interface RecipeLocks {
  /**
   * Waits until this process holds the lock of the operation.
   * @param onWait called once when another process holds it
   */
  acquire(
    operationId: string,
    options: { readonly signal?: AbortSignal | undefined; readonly onWait?: () => void },
  ): Promise<RecipeLock>;
}

export interface RecipeLockTimes {
  /** How often a holder shows that it lives. Unit: milliseconds. @default 1000 */
  readonly beatMs?: number;
  /** How long a waiter must see no beat before it breaks the lock. Unit: milliseconds. @default 15000 */
  readonly staleMs?: number;
  /** How often a waiter reads the lock. Unit: milliseconds. @default 100 */
  readonly pollMs?: number;
}

/** Who holds a lock, as its file says it. */
interface Holder {
  readonly nonce: string;
  readonly pid: number;
  /** Names the space in which the pid means something; null where that cannot be told. */
  readonly space: string | null;
  /** When the process started, in the kernel's ticks: a reused pid has another. */
  readonly started: string | null;
}

const DEFAULTS = { beatMs: 1000, staleMs: 15_000, pollMs: 100 };
const BEAT_WIDTH = 12;
const openLater = promisify(open);
const writeLater = promisify(write);

/**
 * A lock file with a nonce and a beat, written by its holder. A waiter judges by what it sees
 * change between two of its own reads, never by times in the file or of the file system: neither
 * a clock that is a day off nor restored mtimes matter. Where the pid can be trusted (same
 * machine, same pid namespace, same start time) a dead holder is found at once.
 *
 * A holder that is stopped for longer than `staleMs` loses the lock without knowing. Therefore the
 * lock only keeps others waiting; who may send is decided by the journal.
 */
export function fileRecipeLocks(
  folder: string,
  clock: Clock,
  times: RecipeLockTimes = {},
  guard: PathGuard = ANYWHERE,
): RecipeLocks {
  const { beatMs, staleMs, pollMs } = { ...DEFAULTS, ...times };
  let identity: Promise<Identity> | null = null;

  return {
    async acquire(operationId, { signal, onWait }) {
      guard(join(folder, `${operationId}.lock`));
      makeSharedFolder(folder);
      const mode = sharedFileMode(folder);
      identity ??= identify();
      const self: Holder = { nonce: randomBytes(16).toString('hex'), ...(await identity) };
      const path = join(folder, `${operationId}.lock`);
      let seen = '';
      let unchangedMs = 0;
      let told = false;
      for (;;) {
        signal?.throwIfAborted();
        const descriptor = await tryLink(path, self, mode);
        if (descriptor !== null) {
          return hold(path, descriptor, self, beatMs);
        }
        const found = await readLock(path);
        const holder = found === null ? null : parseHolder(found);
        // Reads are counted, not hours: a laptop that slept has read nothing meanwhile.
        unchangedMs = found === seen ? unchangedMs + pollMs : 0;
        seen = found ?? '';
        if (found !== null) {
          const dead = holder !== null && (await isDead(holder, self));
          if (dead || unchangedMs > staleMs) {
            await breakLock(path, found, holder?.nonce ?? null);
            continue;
          }
          if (!told) {
            told = true;
            onWait?.();
          }
          await clock.sleep(pollMs, { signal });
        }
      }
    },
  };
}

/** Makes the file whole under a name of its own, then links it: no one ever sees half of it. */
async function tryLink(path: string, self: Holder, mode: number): Promise<number | null> {
  const own = `${path}.${self.nonce}`;
  const descriptor = await whenFilesAreFree(() => openLater(own, 'wx'));
  try {
    fill(descriptor, self, mode);
    linkSync(own, path);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    if (isCode(error, 'EEXIST')) {
      return null;
    }
    if (isUnsupported(error)) {
      return openExclusive(path, self, mode);
    }
    throw error;
  } finally {
    remove(own);
  }
}

/** For file systems without links: a reader may see the file before its text, and then waits. */
async function openExclusive(path: string, self: Holder, mode: number): Promise<number | null> {
  let descriptor: number;
  try {
    descriptor = await whenFilesAreFree(async () => openSync(path, 'wx'));
  } catch (error) {
    if (isCode(error, 'EEXIST')) {
      return null;
    }
    throw error;
  }
  fill(descriptor, self, mode);
  return descriptor;
}

function fill(descriptor: number, self: Holder, mode: number): void {
  setMode(descriptor, mode);
  writeSync(descriptor, textOf(self));
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Gone already, or no longer ours to remove.
  }
}

function textOf(self: Holder): string {
  return `${'0'.repeat(BEAT_WIDTH)}\n${JSON.stringify(self)}\n`;
}

function hold(path: string, descriptor: number, self: Holder, beatMs: number): RecipeLock {
  let beats = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beats += 1;
    // Into the open file: when the lock was broken, the beat does not reach its successor's.
    const beat = Buffer.from(String(beats).padStart(BEAT_WIDTH, '0'));
    writing = writeLater(descriptor, beat, 0, beat.length, 0).catch(() => undefined);
  }, beatMs);
  timer.unref();
  let released = false;
  return {
    async release() {
      if (released) {
        return;
      }
      released = true;
      clearInterval(timer);
      await writing;
      closeSync(descriptor);
      const found = await readLock(path);
      if (found !== null && parseHolder(found)?.nonce === self.nonce) remove(path);
    },
  };
}

/**
 * Takes a dead lock away. Between the read and the rename somebody else may have broken it and
 * locked anew: then what was taken is put back, unless a third one has locked meanwhile.
 */
async function breakLock(path: string, seen: string, nonce: string | null): Promise<void> {
  const aside = `${path}.${randomBytes(8).toString('hex')}.broken`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return;
    }
    throw error;
  }
  const taken = await readLock(aside);
  const same = nonce === null ? taken === seen : parseHolder(taken ?? '')?.nonce === nonce;
  try {
    if (!same) putBack(aside, path);
  } catch {
    // It only keeps others waiting: who may send is decided by the journal.
  }
  remove(aside);
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text.slice(text.indexOf('\n') + 1)) as Partial<Holder>;
    return typeof value.nonce === 'string' && typeof value.pid === 'number'
      ? {
          nonce: value.nonce,
          pid: value.pid,
          space: value.space ?? null,
          started: value.started ?? null,
        }
      : null;
  } catch {
    return null;
  }
}

/** What names this process, as long as it lives. */
type Identity = Omit<Holder, 'nonce'>;

async function identify(): Promise<Identity> {
  return {
    pid: process.pid,
    space: await pidSpace(),
    started: await startOf(process.pid),
  };
}

/** Host, boot and pid namespace; null where only the beat can tell. */
async function pidSpace(): Promise<string | null> {
  if (process.platform !== 'linux') {
    return `${hostname()}/${process.platform}`;
  }
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') {
    return null;
  }
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command's name may hold spaces and brackets; the fields after its last bracket do not.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

async function isDead(holder: Holder, self: Holder): Promise<boolean> {
  if (holder.space === null || holder.space !== self.space) {
    return false;
  }
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return isCode(error, 'ESRCH');
  }
  const started = await startOf(holder.pid);
  return holder.started !== null && started !== null && started !== holder.started;
}

async function readLock(path: string): Promise<string | null> {
  try {
    return await whenFilesAreFree(async () => readTextNow(path, OWN_FILE));
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return null;
    }
    // Such as a folder: nobody will ever remove it for us.
    throw isCode(error, 'ENOTFILE') ? diskError(error, path) : error;
  }
}
