import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { parseLock } from '@assetgen/core';
import type { LockedAsset } from '@assetgen/core';

const run = promisify(execFile);

/** What a commit's lock had for an asset. */
export interface GitRevision {
  readonly commit: { readonly hash: string; readonly date: string; readonly subject: string };
  readonly entry: LockedAsset;
}

export interface GitHistory {
  /** The newest first; `missing`: why there is none. */
  of(name: string): Promise<{
    readonly revisions: readonly GitRevision[];
    readonly missing: string | null;
  }>;
}

const LOCK = 'assets.gen.lock.json';
/** Commits of the lock that are looked at. */
const COMMITS = 100;
const DEADLINE_MS = 10_000;
/** Nothing of git's own is started or written for us. */
const QUIET = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '--no-optional-locks',
];

type Commit = GitRevision['commit'];
type Locks = readonly { readonly commit: Commit; readonly assets: Record<string, LockedAsset> }[];

/** The history of the lock. Read when it is asked for, and again once there is a new commit. */
export function openGitHistory(root: string): GitHistory {
  let known: { readonly head: string; readonly locks: Promise<Locks> } | null = null;

  async function locks(): Promise<Locks> {
    const head = (await git('rev-parse', 'HEAD')).trim();
    if (known?.head !== head) known = { head, locks: readLocks() };
    return known.locks;
  }

  async function git(...args: readonly string[]): Promise<string> {
    const options = { cwd: root, timeout: DEADLINE_MS, maxBuffer: 16 * 1024 * 1024 };
    return (await run('git', [...QUIET, ...args], options)).stdout;
  }

  async function readLocks(): Promise<Locks> {
    const log = await git('log', `-n${COMMITS}`, '--format=%H%x09%cs%x09%s', '--', LOCK);
    const commits = log
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Commit => {
        const [hash = '', date = '', ...subject] = line.split('\t');
        return { hash, date, subject: subject.join(' ') };
      });
    const texts = await catFiles(commits.map(({ hash }) => `${hash}:./${LOCK}`));
    return commits.flatMap((commit, index) => {
      const assets = assetsOf(texts[index] ?? null);
      return assets === null ? [] : [{ commit, assets }];
    });
  }

  /** All of them by one process; null for what does not exist. */
  async function catFiles(names: readonly string[]): Promise<readonly (string | null)[]> {
    if (names.length === 0) return [];
    const child = spawn('git', [...QUIET, 'cat-file', '--batch'], {
      cwd: root,
      timeout: DEADLINE_MS,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${names.join('\n')}\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) chunks.push(chunk);
    return splitBatch(Buffer.concat(chunks));
  }

  return {
    async of(name) {
      try {
        const found = (await locks()).flatMap(({ commit, assets }): GitRevision[] => {
          const entry = assets[name];
          return entry === undefined ? [] : [{ commit, entry }];
        });
        return { revisions: found, missing: null };
      } catch {
        return { revisions: [], missing: 'There is no git history to look at here.' };
      }
    },
  };
}

/** `<object> <type> <size>\n<content>\n`, or `<name> missing\n`, one after the other. */
function splitBatch(output: Buffer): (string | null)[] {
  const texts: (string | null)[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    if (end === -1) break;
    const size = /^\S+ blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) {
      texts.push(null);
      continue;
    }
    texts.push(output.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}

/** A lock of another version, or with the marks of a conflict, tells nothing. */
function assetsOf(text: string | null): Record<string, LockedAsset> | null {
  try {
    return text === null ? null : parseLock(LOCK, text).assets;
  } catch {
    return null;
  }
}
