import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { copyWritable } from '../../fs/copy-writable.ts';
import { isAllowed } from '../../fs/link-guard.ts';
import type { LockedAsset, LockedOutput } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import { checkName, mayBeOutput } from '../../manifest/check-name.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Clock } from '../../ports.ts';
import { digestFile } from '../../store/cas/digest.ts';
import { removeOutput } from '../asset/remove-output.ts';
import type { WorkspaceFiles } from '../workspace/workspace.ts';
import { openProjectFiles } from '../workspace/workspace-files.ts';

/** What the lock calls otherwise once an asset has another name. */
export interface LockMove {
  /** The asset's name before, and after: the same for one that only calls its outputs otherwise. */
  readonly from: string;
  readonly to: string;
  /** Names of its outputs: after, by before. */
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Tells what a rename changes in the lock: the asset, and those whose outputs are named after it.
 * @param before the manifests as they are
 * @param after the same, with the other name
 */
export function lockMoves(
  before: Manifest,
  after: Manifest,
  from: string,
  to: string,
): readonly LockMove[] {
  const renamed = new Map(after.assets.map((asset) => [asset.name, asset.outputs]));
  const moves = before.assets.map(({ name, outputs }): LockMove => {
    const next = name === from ? to : name;
    const names = renamed.get(next) ?? [];
    const pairs = outputs.map((output, at) => [output.name, names[at]?.name ?? output.name]);
    return { from: name, to: next, outputs: Object.fromEntries(pairs) };
  });
  return moves.filter(
    (move) => move.from !== move.to || Object.entries(move.outputs).some(([was, is]) => was !== is),
  );
}

/** What takes a move back. */
export function reverseMove({ from, to, outputs }: LockMove): LockMove {
  const back = Object.entries(outputs).map(([was, is]) => [is, was]);
  return { from: to, to: from, outputs: Object.fromEntries(back) };
}

/**
 * Has lock and files know what moves by both names. From here until {@link dropOldNames} a build buys nothing,
 * whichever name the manifest has. Can be repeated.
 */
export async function copyToNewNames(
  root: string,
  clock: Clock,
  moves: readonly LockMove[],
): Promise<void> {
  await withFiles(root, clock, async (files) => {
    for (const move of moves.filter(isNamed)) {
      const entry = files.lock.get(move.from);
      if (entry === undefined) continue;
      for (const [was, output] of Object.entries(entry.outputs)) {
        await copyOutput(move, was, output, files);
      }
      files.lock.set(move.to, withNewNames(entry, move, move.from === move.to));
    }
  });
}

/** Takes the names before out of lock and files. Can be repeated. */
export async function dropOldNames(
  root: string,
  clock: Clock,
  moves: readonly LockMove[],
): Promise<void> {
  await withFiles(root, clock, async (files) => {
    for (const { from, to, outputs } of moves.filter(isNamed)) {
      const entry = files.lock.get(from);
      if (entry === undefined) continue;
      const old = Object.entries(entry.outputs).filter(
        ([name]) => (outputs[name] ?? name) !== name,
      );
      for (const [name, output] of old) await removeOutput(from, name, output, files);
      if (from !== to) files.lock.remove(from);
      else {
        const gone = new Set(old.map(([name]) => name));
        const left = Object.entries(entry.outputs).filter(([name]) => !gone.has(name));
        files.lock.set(from, { ...entry, outputs: record(left) });
      }
    }
  });
}

/** The log is a file of the project: it names what a manifest can name, or it is not believed. */
function isNamed({ from, to, outputs }: LockMove): boolean {
  return [from, to, ...Object.keys(outputs), ...Object.values(outputs)].every(
    (name) => checkName(name) === null,
  );
}

/** @param keepsOld whether the outputs stay known by their names before too */
function withNewNames(entry: LockedAsset, { outputs }: LockMove, keepsOld: boolean): LockedAsset {
  const old = Object.entries(entry.outputs);
  const next = old.map(([name, output]): [string, LockedOutput] => [outputs[name] ?? name, output]);
  return { ...entry, outputs: record(keepsOld ? [...old, ...next] : next) };
}

/** The file stands by the new name at once: a conversion that only stands there would cost points again. */
async function copyOutput(
  { from, to, outputs }: LockMove,
  was: string,
  { digest }: LockedOutput,
  { filesDir, guard }: WorkspaceFiles,
): Promise<void> {
  const is = outputs[was] ?? was;
  if (is === was || !mayBeOutput(from, was) || !mayBeOutput(to, is)) return;
  const [source, target] = [path.join(filesDir, was), path.join(filesDir, is)];
  if (!isAllowed(guard, source) || !isAllowed(guard, target)) return;
  // The next build repairs files that differ from the lock.
  if ((await digestFile(source).catch(() => null)) !== digest) return;
  await mkdir(path.dirname(target), { recursive: true });
  await copyWritable(source, target).catch(() => undefined);
}

async function withFiles(
  root: string,
  clock: Clock,
  work: (files: WorkspaceFiles) => Promise<void>,
): Promise<void> {
  const files = await openProjectFiles(root, clock);
  await work(files);
  await files.lock.flush();
}
