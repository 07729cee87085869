import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { isBought } from '../../manifest/adopted-uuids.ts';
import { editAssets } from '../../manifest/edit/edit-asset.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { promptOf } from '../../manifest/prompt-of.ts';
import type { ChangeLog } from './change-log.ts';
import type { ChangeKind } from './change-record.ts';
import { isJson } from './entry-change.ts';
import type { EntryPorts } from './entry-change.ts';

/** One change of many assets. */
export type ManyChange =
  /** Asks again for each that is generated from words. */
  | { readonly type: 'reroll' }
  /** Keeps the locked one whatever its recipe becomes, or no longer. */
  | { readonly type: 'freeze'; readonly frozen: boolean }
  /** Other words in each prompt: `put` in place of `find`; an empty `find` puts them at its end. */
  | { readonly type: 'words'; readonly find: string; readonly put: string };

/** The result of a change of many assets. */
export interface ManyChanged {
  /** Those that are different now. */
  readonly assets: readonly string[];
  /** Number of the change, for `undo`; null where nothing was different. */
  readonly change: number | null;
}

/**
 * Changes many assets by one change, which is taken back by one undo. Assets that the change says nothing of
 * stay as they are.
 *
 * @throws AssetgenError `ASSETGEN_USAGE` where a manifest is a module; `ASSETGEN_MANIFEST` for what is not
 *   allowed. Nothing is written then.
 */
export async function changeMany(
  ports: EntryPorts,
  log: ChangeLog,
  assets: readonly Asset[],
  change: ManyChange,
): Promise<ManyChanged> {
  const changes = new Map<string, Map<string, Record<string, unknown>>>();
  const changed: string[] = [];
  for (const asset of assets) {
    const fields = fieldsOf(asset, change);
    if (fields === null) continue;
    const { file } = asset.position;
    if (!isJson(file)) {
      throw new AssetgenError('ASSETGEN_USAGE', `${file} is a module, which assetgen cannot edit`);
    }
    const ofFile = changes.get(file) ?? new Map<string, Record<string, unknown>>();
    changes.set(file, ofFile.set(asset.name, fields));
    changed.push(asset.name);
  }
  const texts = new Map<string, readonly [before: string, after: string]>();
  for (const [file, ofFile] of changes) {
    const before = await readText(path.resolve(ports.root, file), SMALL_FILE);
    texts.set(file, [before, editAssets(before, ofFile)]);
  }
  const edited = [...texts].map(
    ([file, [, text]]) => [path.resolve(ports.root, file), text] as const,
  );
  await ports.manifestWith(new Map(edited));
  const written = await log.write({ what: KINDS[change.type], assets: changed, texts });
  return { assets: changed, change: written?.id ?? null };
}

const KINDS: Readonly<Record<ManyChange['type'], ChangeKind>> = {
  reroll: 'reroll',
  freeze: 'edit',
  words: 'edit',
};

/** null: the change says nothing of the asset. */
function fieldsOf(asset: Asset, change: ManyChange): Record<string, unknown> | null {
  switch (change.type) {
    case 'reroll':
      return isBought(asset) ? { revision: asset.revision + 1 } : null;
    case 'freeze':
      if (asset.frozen === change.frozen) return null;
      return { frozen: change.frozen ? true : undefined };
    case 'words': {
      const prompt = promptOf(asset);
      if (prompt === null || asset.kind === 'chibi') return null;
      const { find, put } = change;
      const next = find === '' ? `${prompt.trimEnd()}${put}` : prompt.replaceAll(find, () => put);
      return next === prompt ? null : { prompt: next };
    }
  }
}
