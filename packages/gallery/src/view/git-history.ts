import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { parseLock } from '@assetgen/core';
import type { LockedAsset } from '@assetgen/core';
import { declaredEntry } from './declared.ts';

const run = promisify(execFile);

/** What a commit's lock had for an asset. */
export interface GitRevision {
  readonly commit: { readonly hash: string; readonly date: string; readonly subject: string };
  readonly entry: LockedAsset;
  /** The asset as the manifest of that commit had it; null where that cannot be told. */
  readonly declared: object | null;
  readonly prompt: string | null;
}

export interface GitHistory {
  /**
   * The newest first, each recipe once; `missing`: why there is none.
   * @param manifest path of the manifest, from the root
   */
  of(
    name: string,
    manifest: string,
  ): Promise<{
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

  /** What the manifest of each commit had for an asset. */
  async function readDeclared(
    hashes: readonly string[],
    manifest: string,
    name: string,
  ): Promise<(object | null)[]> {
    if (!/\.jsonc?$/.test(manifest)) return [];
    // A line end would be another question to git.
    if (/[\r\n]/.test(manifest)) return [];
    const texts = await catFiles(hashes.map((hash) => `${hash}:./${manifest}`));
    return texts.map((text) => (text === null ? null : declaredEntry(text, name)));
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
    async of(name, manifest) {
      try {
        const seen = new Set<string>();
        const found = (await locks()).flatMap(({ commit, assets }) => {
          const entry = assets[name];
          if (entry === undefined || seen.has(entry.recipe)) return [];
          seen.add(entry.recipe);
          return [{ commit, entry }];
        });
        const declared = await readDeclared(
          found.map(({ commit }) => commit.hash),
          manifest,
          name,
        );
        const revisions = found.map((each, index) => ({
          ...each,
          declared: declared[index] ?? null,
          prompt: promptIn(declared[index]),
        }));
        return { revisions, missing: null };
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

function promptIn(declared: object | null | undefined): string | null {
  const { prompt, style } = (declared ?? {}) as Readonly<Record<string, unknown>>;
  const words = prompt ?? style;
  return typeof words === 'string' ? words : null;
}

/** A lock of another version, or with the marks of a conflict, tells nothing. */
function assetsOf(text: string | null): Record<string, LockedAsset> | null {
  try {
    return text === null ? null : parseLock(LOCK, text).assets;
  } catch {
    return null;
  }
}
