import { createRequire } from 'node:module';
import path from 'node:path';
import type picomatch from 'picomatch';
import { AssetgenError } from '@assetgen/client/errors';
import { dependenciesOf } from '../../manifest/dependencies-of.ts';
import { nearestFew } from '../../manifest/nearest.ts';
import type { Asset, Manifest } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';

/**
 * The assets that `--only` names, with all that they depend on; null where it names none.
 * @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has
 */
export function selectOnly(
  manifest: Manifest,
  only: readonly string[] | undefined,
): Set<string> | null {
  if (only === undefined || only.length === 0) return null;
  const byName = new Map(manifest.assets.map((asset) => [asset.name, asset]));
  const selected = new Set<string>();
  const add = (name: string): void => {
    const asset = byName.get(name);
    if (asset === undefined || selected.has(name)) return;
    selected.add(name);
    dependenciesOf(asset).forEach(add);
  };
  for (const name of only) for (const asset of findAssets(manifest, name)) add(asset.name);
  return selected;
}

/**
 * The names of the assets that names and patterns mean; all where none is given.
 * @throws AssetgenError `ASSETGEN_USAGE` where one means no asset
 */
export function selectNames(manifest: Manifest, wanted: readonly string[]): ReadonlySet<string> {
  const assets =
    wanted.length === 0 ? manifest.assets : wanted.flatMap((name) => findAssets(manifest, name));
  return new Set(assets.map(({ name }) => name));
}

/** What makes a name a pattern. */
const PATTERN = /[*?{[]/;

/**
 * The assets that a name or a pattern means, such as `props/*` or `{hero,logo}`.
 * @throws AssetgenError `ASSETGEN_USAGE` where there is none
 */
function findAssets(manifest: Manifest, name: string): readonly Asset[] {
  if (!PATTERN.test(name)) return [findAsset(manifest, name)];
  const matches = matcherOf(name);
  const found = manifest.assets.filter((asset) => matches(asset.name));
  if (found.length === 0) throw unmatched(manifest, name);
  return found;
}

/** What matches patterns is loaded with the first of them. */
function matcherOf(pattern: string): (name: string) => boolean {
  const load = createRequire(import.meta.url);
  return (load('picomatch') as typeof picomatch)(pattern);
}

/** A pattern that no asset matches: often its folder is misspelt. */
function unmatched(manifest: Manifest, pattern: string): AssetgenError {
  const [, folder = pattern, rest = ''] = /^([^*?{[]*?)(\/?[*?{[].*)$/.exec(pattern) ?? [];
  const folders = new Set(
    manifest.assets.flatMap(({ name }) => (name.includes('/') ? [path.dirname(name)] : [])),
  );
  const near = rest.startsWith('/') ? nearestFew(folder, folders) : [];
  if (near.length === 0) return unknownAsset(manifest, pattern, folder);
  const few = near.map((each) => `"${each}${rest}"`).join(' or ');
  const hint = `Did you mean ${few}?`;
  return new AssetgenError('ASSETGEN_USAGE', `no asset matches "${pattern}"`, { hint });
}

/** Dependencies first, else the order given. The manifest holds no cycles. */
export function inOrder(plans: readonly AssetPlan[]): AssetPlan[] {
  const byName = new Map(plans.map((plan) => [plan.asset.name, plan]));
  const ordered = new Set<AssetPlan>();
  const visit = (plan: AssetPlan): void => {
    for (const name of dependenciesOf(plan.asset)) {
      const dependency = byName.get(name);
      if (dependency !== undefined && !ordered.has(dependency)) visit(dependency);
    }
    ordered.add(plan);
  };
  plans.forEach(visit);
  return [...ordered];
}

/** Names that a hint lists at most. */
const LISTED = 20;

/**
 * The asset of a name that a person typed.
 * @throws AssetgenError `ASSETGEN_USAGE` with the nearest name
 */
export function findAsset(manifest: Manifest, name: string): Asset {
  const asset = manifest.assets.find((each) => each.name === name);
  if (asset !== undefined) return asset;
  throw unknownAsset(manifest, name, name);
}

/** @param meant what is compared with the names that there are */
function unknownAsset(manifest: Manifest, name: string, meant: string): AssetgenError {
  const names = manifest.assets.map((each) => each.name);
  const near = nearestFew(meant, names).map((each) => `"${each}"`);
  const listed = names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ', …' : '');
  const all = names.length === 0 ? 'The manifest has no assets.' : `Assets: ${listed}.`;
  const few = near.join(', ').replace(/, (?=[^,]*$)/, ' or ');
  return new AssetgenError(
    'ASSETGEN_USAGE',
    PATTERN.test(name) ? `no asset matches "${name}"` : `no asset "${name}"`,
    { hint: near.length === 0 ? all : `Did you mean ${few}?` },
  );
}
