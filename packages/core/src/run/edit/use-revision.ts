import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { editAsset, entryOf } from '../../manifest/edit/edit-asset.ts';
import type { Asset, Manifest } from '../../manifest/manifest.ts';
import type { Inspection } from '../report/inspect-project.ts';
import type { AssetChange } from './asset-change.ts';
import type { ChangeLog } from './change-log.ts';
import { isJson } from './entry-change.ts';
import type { EntryPorts } from './entry-change.ts';

/** An earlier purchase to use again. */
export interface WantedRevision {
  /** The fingerprint of its recipe: 64 hex digits. */
  readonly recipe: string;
  /** The asset as the manifest had it then. @default what the project's own record says */
  readonly entry?: object;
  /** Which of its variants, from 1. @default the one that is picked, or the first that there is */
  readonly pick?: number;
}

/** What using a revision needs of its project. */
export interface UsePorts extends EntryPorts {
  /** The project as it would be with another manifest; changes nothing. */
  inspect(manifest: Manifest): Promise<Inspection>;
}

/** Fields that say nothing of what the service is asked for. */
const KEPT: ReadonlySet<string> = new Set([
  'kind',
  'outputs',
  'expect',
  'frozen',
  'variants',
  'pick',
  'requirePortrait',
]);
/** Plans of an asset that buy nothing. */
const FREE: ReadonlySet<string> = new Set(['none', 'process', 'download']);

/**
 * Writes into the manifest what an earlier purchase was asked for, so that the next build uses it.
 * It is written only where the plan of that manifest buys nothing for the asset.
 *
 * @throws AssetgenError `ASSETGEN_USAGE` where it is not known here, or would cost something
 */
export async function useRevision(
  ports: UsePorts,
  log: ChangeLog,
  asset: Asset,
  wanted: WantedRevision,
): Promise<AssetChange> {
  const { name } = asset;
  const { file, line } = asset.position;
  if (asset.frozen) throw usage(`${name} is frozen`, 'Take "frozen" out of its entry first.');
  const found = (await (await ports.inspect(await ports.manifest())).revisions(name)).find(
    ({ recipe }) => recipe === wanted.recipe,
  );
  const old = wanted.entry ?? found?.entry ?? null;
  if (found === undefined && old === null) {
    throw usage(`this machine knows no purchase ${wanted.recipe.slice(0, 12)} of ${name}`);
  }
  if (!isJson(file)) {
    throw usage(
      `${file} is a module, which assetgen cannot edit`,
      `Write ${old === null ? `revision: ${found?.revision}` : JSON.stringify(old)} for ${name} (${file}:${line}).`,
    );
  }
  const absolute = path.resolve(ports.root, file);
  const text = await readText(absolute, SMALL_FILE);
  const now = (entryOf(text, name) ?? {}) as Readonly<Record<string, unknown>>;
  const source =
    old === null ? { revision: revisionField(found?.revision ?? 0, now) } : fieldsOf(now, old);
  const count = found?.variants.length ?? 0;
  const fields = { ...source, ...pickFields(asset, wanted.pick, found?.variants ?? [], count) };
  const edited = editAsset(text, name, fields);
  const manifest = await ports.manifestWith(new Map([[absolute, edited]]));
  const plan = (await ports.inspect(manifest)).plan.assets.find((each) => each.asset.name === name);
  if (plan?.recipe !== wanted.recipe) {
    throw usage(
      `${name}: its earlier entry cannot be restored, because defaults or inputs changed since`,
      `Restore the entry by hand (${file}:${line}). With the earlier inputs, the build finds its purchase again.`,
    );
  }
  if (!FREE.has(plan.action)) {
    throw usage(
      `${name}: using this result again would not be free: ${plan.reason}`,
      'Nothing was changed. The result is no longer in the cache of this machine.',
    );
  }
  const texts = new Map([[file, [text, edited] as const]]);
  const written = await log.write({ what: 'use', assets: [name], texts });
  const told = Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string | number] =>
        typeof field[1] === 'number' || typeof field[1] === 'string',
    ),
  );
  return { asset: name, file, fields: told, change: written?.id ?? null };
}

/** The first revision needs no field; one that stands there is kept as a number. */
function revisionField(
  revision: number,
  now: Readonly<Record<string, unknown>>,
): number | undefined {
  return revision === 0 && now['revision'] === undefined ? undefined : revision;
}

/** What differs between two entries in what the service is asked for. */
function fieldsOf(now: object, old: object): Record<string, unknown> {
  const [is, was] = [now as Record<string, unknown>, old as Record<string, unknown>];
  const keys = new Set([...Object.keys(is), ...Object.keys(was)]);
  return Object.fromEntries(
    [...keys]
      .filter((key) => !KEPT.has(key) && JSON.stringify(is[key]) !== JSON.stringify(was[key]))
      .map((key) => [key, was[key]]),
  );
}

/** More variants than were bought would be bought; one that failed cannot be used. */
function pickFields(
  { kind, pick, variants }: Asset,
  wanted: number | undefined,
  bought: readonly object[],
  count: number,
): Record<string, number> {
  if (count === 0 || kind === 'chibi') return {};
  const works = (at: number): boolean =>
    at >= 1 && at <= count && !('failed' in (bought[at - 1] ?? {}));
  const first = bought.findIndex((variant) => !('failed' in variant)) + 1;
  const next = wanted ?? (works(pick) ? pick : Math.max(1, first));
  const most = Math.max(Math.min(variants, count), next);
  return {
    ...(next === pick ? {} : { pick: next }),
    ...(most === variants ? {} : { variants: most }),
  };
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}
