import path from 'node:path';
import { declarationCode, declarationPieces, withoutComments } from '../emit/declaration-code.ts';
import { EMPTY_LOCK } from '../lock/lock.ts';
import type { Lock } from '../lock/lock.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { frameworksOf } from './frameworks-of.ts';
import { linkGuard } from '../fs/link-guard.ts';
import { OWN_FILE, readText } from '../fs/read-text.ts';
import { utf8Parts } from '../fs/utf8-parts.ts';
import { writePartsIfChanged } from '../fs/write-atomic.ts';
import { removeLeftovers } from '../store/prune/remove-leftovers.ts';

/** The types' place below the project's root. */
export const TYPES_NAME = 'assets.gen.d.ts';

/** The types of every import, with what the lock says of the files. */
export async function writeTypes(
  root: string,
  manifest: Manifest,
  prefix: string,
  lock: Lock,
): Promise<{ readonly file: string; readonly changed: boolean }> {
  const file = path.join(root, TYPES_NAME);
  const targets = await frameworksOf(root);
  const parts = () => utf8Parts(declarationPieces(manifest, prefix, lock, targets));
  return { file, changed: await writePartsIfChanged(file, parts, linkGuard(root)) };
}

/**
 * Types come first, so that an editor and `tsc` see every name while assets are made. The facts for comments
 * may wait until then: a clone whose lock is not there yet keeps what was committed.
 * @returns whether there were none before
 */
export async function writeNewTypes(
  root: string,
  manifest: Manifest,
  prefix: string,
  lock: Lock,
): Promise<boolean> {
  const known = await readText(path.join(root, TYPES_NAME), OWN_FILE).catch(() => '');
  const code = declarationCode(manifest, prefix, lock, await frameworksOf(root));
  if (known === code || withoutComments(known) === withoutComments(code)) return false;
  await writeTypes(root, manifest, prefix, lock);
  return known === '';
}

/** Whether a text has the types of the manifest; measures in comments may be older ones. */
export async function isTypesOf(
  root: string,
  text: string,
  manifest: Manifest,
  prefix: string,
): Promise<boolean> {
  const code = declarationCode(manifest, prefix, EMPTY_LOCK, await frameworksOf(root));
  return withoutComments(text) === withoutComments(code);
}

/** Temporary files beside lock, types and outputs that a killed build left. */
export async function tidyProject(root: string): Promise<void> {
  const now = performance.timeOrigin + performance.now();
  const guard = linkGuard(root);
  await removeLeftovers(root, { prefix: 'assets.gen.', now, guard });
  await removeLeftovers(path.join(root, '.assetgen'), { now, guard });
  await removeLeftovers(path.join(root, '.assetgen/files'), { deep: true, now, guard });
}
