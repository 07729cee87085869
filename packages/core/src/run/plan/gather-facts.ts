import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Digest } from '../../brands.ts';
import type { AssetState } from '../../plan/asset-state.ts';
import type { Facts } from '../../plan/facts.ts';
import { decidingBlobs } from '../../plan/plan-output.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * What the disk says of the outputs of these assets: which files stand there, and, where they do
 * not, which blobs the store has. A file whose stamp is not known is hashed.
 */
export async function gatherFacts(
  states: readonly AssetState[],
  known: Pick<Facts, 'inputs' | 'journal' | 'converted'>,
  workspace: Workspace,
): Promise<Facts> {
  const files = await digestOutputs(states, workspace);
  const facts = { ...known, files };
  const blobs = storedBlobs(states, facts, workspace);
  return { ...facts, blobs, remade: await findRemade(states, files, blobs, workspace) };
}

/** The index is asked only about files that differ from the lock, and whose locked bytes are gone. */
async function findRemade(
  states: readonly AssetState[],
  files: Facts['files'],
  blobs: Facts['blobs'],
  { index }: Workspace,
): Promise<ReadonlySet<string>> {
  const remade = new Set<string>();
  for (const { outputs } of states) {
    for (const { output, wanted, locked } of outputs) {
      const file = files.get(output.name);
      if (file === undefined || locked === null || wanted === null) continue;
      if (locked.fingerprint !== wanted || file === locked.digest) continue;
      if (blobs.has(locked.digest)) continue;
      if ((await index.output(wanted))?.digest === file) remade.add(output.name);
    }
  }
  return remade;
}

async function digestOutputs(
  states: readonly AssetState[],
  { filesDir, stats }: Workspace,
): Promise<ReadonlyMap<string, Digest>> {
  const files = new Map<string, Digest>();
  // A fresh clone has no files: nothing is looked for one by one.
  if (!existsSync(filesDir)) return files;
  for (const { asset, locked } of states) {
    if (locked === null) continue;
    for (const { name } of asset.outputs) {
      const file = path.join(filesDir, name);
      const known = stats.known(file);
      const digest = known === null ? await stats.digest(file) : known;
      if (digest !== undefined) files.set(name, digest);
    }
  }
  return files;
}

function storedBlobs(
  states: readonly AssetState[],
  facts: Pick<Facts, 'files' | 'converted'>,
  { store }: Workspace,
): ReadonlySet<Digest> {
  const blobs = new Set<Digest>();
  if (store.isEmpty()) return blobs;
  const isStored = (digest: Digest): boolean => blobs.has(digest) || store.has(digest);
  for (const { asset, source, outputs } of states) {
    if (source.type !== 'locked') continue;
    for (const output of outputs) {
      const found = decidingBlobs(asset, output, source.locked, facts).find(isStored);
      if (found !== undefined) blobs.add(found);
    }
  }
  return blobs;
}
