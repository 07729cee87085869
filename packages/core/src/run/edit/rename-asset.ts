import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { dependenciesOf } from '../../manifest/dependencies-of.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { renameEntry } from '../../manifest/edit/rename-entry.ts';
import { findAsset } from '../plan/select-only.ts';
import type { ChangeLog } from './change-log.ts';
import { readProjectText } from './change-log.ts';
import type { EntryPorts } from './entry-change.ts';
import { assertFree, isJson } from './entry-change.ts';
import { lockMoves } from './lock-move.ts';
import { REVIEWS_NAME, parseReviews, setReview } from './review-file.ts';

/** An asset that has another name now. */
export interface RenameChange {
  /** Its name now. */
  readonly asset: string;
  /** Its name before. */
  readonly from: string;
  /** Paths of the files that name it, from the root. The lock's is not among them. */
  readonly files: readonly string[];
  /** Number of the change, for `undo`. */
  readonly change: number | null;
}

/**
 * Gives an asset another name: in its manifest, in those that take it in, in lock, files and decisions. Buys
 * nothing: a recipe holds no names.
 *
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has, one that is taken, and manifests that are
 *   modules; `ASSETGEN_MANIFEST` for a name that is not allowed. Nothing is written then.
 */
export async function renameAsset(
  ports: EntryPorts,
  log: ChangeLog,
  from: string,
  to: string,
): Promise<RenameChange> {
  const { root } = ports;
  const manifest = await ports.manifest();
  const asset = findAsset(manifest, from);
  assertFree(manifest, to);
  const users = manifest.assets.filter((each) => dependenciesOf(each).includes(from));
  for (const each of [asset, ...users]) assertJson(each, from);
  const texts = new Map<string, readonly [before: string, after: string]>();
  for (const file of new Set([asset, ...users].map(({ position }) => position.file))) {
    const text = await readText(path.resolve(root, file), SMALL_FILE);
    texts.set(file, [text, renameEntry(text, from, to)]);
  }
  const edited = [...texts].map(([file, [, text]]) => [path.resolve(root, file), text] as const);
  const after = await ports.manifestWith(new Map(edited));
  const decided = await readProjectText(root, REVIEWS_NAME);
  texts.set(REVIEWS_NAME, [decided, renameReview(decided, from, to)]);
  const moves = lockMoves(manifest, after, from, to);
  const written = await log.write({ what: 'rename', assets: [from, to], texts, moves });
  const files = written?.files.map(({ file }) => file) ?? [];
  return { asset: to, from, files, change: written?.id ?? null };
}

function assertJson({ name, position: { file, line } }: Asset, renamed: string): void {
  if (isJson(file)) return;
  throw new AssetgenError('ASSETGEN_USAGE', `${file} is a module; this command edits JSON only`, {
    hint: `Rename "${renamed}" there by hand, for ${name} (line ${line}).`,
  });
}

function renameReview(text: string, from: string, to: string): string {
  const review = parseReviews(text).get(from);
  return review === undefined ? text : setReview(setReview(text, from, null), to, review);
}
