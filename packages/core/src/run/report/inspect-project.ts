import { createHash } from 'node:crypto';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Digest, Fingerprint } from '../../brands.ts';
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import type { Lock, LockedAsset } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import { isBought } from '../../manifest/adopted-uuids.ts';
import type { Asset, Manifest } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import { createPoints } from '../../plan/plan-asset.ts';
import type { Plan } from '../../plan/plan.ts';
import type { PointsRange } from '../../plan/prices.ts';
import { FREE, addPoints, scalePoints } from '../../plan/prices.ts';
import { inputDigests } from '../../plan/input-digests.ts';
import { recipeFingerprint } from '../../plan/recipe-fingerprint.ts';
import { checkExpect } from '../../process/check-expect.ts';
import type { KnownReview } from '../edit/review-assets.ts';
import { readReviews } from './read-reviews.ts';
import type { KnownRevision } from './known-revisions.ts';
import { knownRevisions } from './known-revisions.ts';
import type { LastFailure } from './last-failure.ts';
import { readFailures } from './last-failure.ts';
import { openPurchases } from './known-purchases.ts';
import { planBuild } from '../plan/plan-build.ts';
import type { RunPorts } from '../build-context.ts';
import { createContext, lookOptions } from '../create-context.ts';
import { layersOf } from '../workspace/workspace.ts';
import type { StandIn } from './stand-in.ts';
import { findAsset, selectOnly } from '../plan/select-only.ts';

/** The price of each action on an asset. */
export interface AssetPrices {
  /** Everything that it asks for, made up to date; with its dependencies. */
  readonly build: PointsRange;
  /** Asking again for all its variants; null where there is nothing to ask again for. */
  readonly reroll: PointsRange | null;
  /** One more variant; null where there can be no more. */
  readonly another: PointsRange | null;
  /** Making its outputs from another variant: conversions by the service are paid for. */
  readonly pick: PointsRange;
}

/** The state of a project and what a build would do, looked at without changing anything. */
export interface Inspection {
  readonly config: ResolvedConfig;
  readonly manifest: Manifest;
  readonly plan: Plan;
  readonly lock: Lock;
  /** Free drafts of assets that are not up to date, by name. */
  readonly drafts: Readonly<Record<string, LockedAsset>>;
  /** Absolute paths of the folders that hold outputs. */
  readonly folders: { readonly files: string; readonly drafts: string };
  /** Limits of "expect" that locked files break, by the name of the asset. */
  readonly broken: ReadonlyMap<string, AssetgenError>;
  /** Failures of the last run whose assets have not changed since, by the name of the asset. */
  readonly failures: ReadonlyMap<string, LastFailure>;
  /** What the embedded service made, or drew as a draft, for words that it does not know, by the asset's name. */
  readonly standIns: ReadonlyMap<string, StandIn>;
  /** Decisions about assets, by the name of the asset. */
  readonly reviews: ReadonlyMap<string, KnownReview>;
  /** Whether the embedded service is asked: prices are nothing, and points of the lock nobody's money. */
  readonly isFree: boolean;
  /** What making everything up to date costs; `only`: these assets, with their dependencies. */
  price(only?: readonly string[]): PointsRange;
  /**
   * A hash of what the service would be asked for to make everything, or these assets with their dependencies, whether
   * or not it is there: for as long as it is the same, so are words, parameters and input files.
   */
  asks(only?: readonly string[]): string;
  /** What asking again for all of these assets costs, and how many of them can be asked for. */
  rerolls(names: readonly string[]): { readonly price: PointsRange; readonly count: number };
  /** @throws AssetgenError `ASSETGEN_USAGE` for a name that no asset has */
  prices(name: string): AssetPrices;
  /** Path of a blob on this machine; null where they do not. */
  blob(digest: Digest): string | null;
  /**
   * What was bought for an asset: with today's words at any of its revisions, newest first; then for
   * other words, as the project's record of purchases tells.
   */
  revisions(name: string): Promise<readonly KnownRevision[]>;
  /** Whether this machine's cache knows what a recipe gave: then it costs nothing to use it again. */
  knows(recipe: Fingerprint): boolean;
}

/** Looks at a project. Reads the disk, asks no service, changes nothing but the stat cache. */
export async function inspectProject(ports: RunPorts, manifest: Manifest): Promise<Inspection> {
  const context = createContext(ports, manifest, lookOptions(ports.config));
  const workspace = await ports.openWorkspace(context);
  const [plan, facts] = await planBuild(manifest, workspace, context);
  await workspace.stats.save();
  const { index } = workspace;
  const lock = workspace.lock.current;
  const isPending = plan.assets.some((each) => each.action !== 'none');
  const draft = isPending ? await ports.openDrafts(workspace) : null;
  const layers = layersOf(draft ?? workspace);
  const locks = layers.map((layer) => layer.lock.current);
  const digests = inputDigests(context.assets, facts.inputs, locks);

  const isDraftOf = ({ asset }: AssetPlan, entry: LockedAsset): boolean =>
    entry.recipe === recipeFingerprint(asset, digests);
  const drafts = plan.assets.flatMap((each): [string, LockedAsset][] => {
    const entry = draft?.lock.get(each.asset.name);
    return entry === undefined || each.action === 'none' || !isDraftOf(each, entry)
      ? []
      : [[each.asset.name, entry]];
  });

  const isEmbedded = ports.config.service.type === 'local';
  const standIns = new Map<string, StandIn>();
  for (const { asset } of plan.assets) {
    const isDrawn =
      Object.hasOwn(record(drafts), asset.name) ||
      (isEmbedded && lock.assets[asset.name] !== undefined);
    const standIn = isDrawn ? await ports.standIn?.(asset) : null;
    if (standIn != null) standIns.set(asset.name, standIn);
  }

  const purchases = openPurchases(ports.root);
  const failures = isPending ? await readFailures(ports.root, plan.assets) : new Map();

  function price(only?: readonly string[]): PointsRange {
    if (isEmbedded) return FREE;
    const chosen = selectOnly(manifest, only);
    return plan.assets
      .filter(({ asset, action }) => action !== 'none' && (chosen?.has(asset.name) ?? true))
      .reduce((sum, each) => addPoints(sum, each.points), FREE);
  }

  function asks(only?: readonly string[]): string {
    const chosen = selectOnly(manifest, only);
    const asked = plan.assets
      .filter(({ asset }) => chosen?.has(asset.name) ?? true)
      // One that takes in what is not made yet has no recipe.
      .map(({ asset, recipe }) => [asset.name, recipe ?? asset.source, asset.variants]);
    return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
  }

  /** Of assets that are asked for again, each of their dependencies once, and one purchase a recipe. */
  function rerollPrice(assets: readonly Asset[]): PointsRange {
    const names = new Set(assets.map(({ name }) => name));
    const chosen = assets.length === 0 ? names : selectOnly(manifest, [...names]);
    const dependencies = plan.assets.filter(
      ({ asset: { name }, action }) =>
        action !== 'none' && !names.has(name) && chosen?.has(name) === true,
    );
    const bought = new Map<string, number>();
    const fresh = assets.map((asset) => {
      const key = planOf(plan, asset.name).recipe ?? asset.name;
      const before = bought.get(key) ?? 0;
      bought.set(key, Math.max(before, asset.variants));
      return createPoints(asset, Math.max(0, asset.variants - before), plan.prices);
    });
    return [...dependencies.map(({ points }) => points), ...fresh].reduce(addPoints, FREE);
  }

  return {
    config: ports.config,
    manifest,
    plan,
    lock,
    drafts: record(drafts),
    folders: {
      files: workspace.filesDir,
      drafts: draft?.filesDir ?? path.join(ports.root, DRAFTS),
    },
    broken: new Map(plan.assets.flatMap((each) => brokenLimit(each, lock))),
    failures,
    standIns,
    reviews: await readReviews(ports.root, plan.assets, lock),
    isFree: isEmbedded,
    price,
    asks,
    rerolls(names) {
      const assets = names.map((name) => findAsset(manifest, name)).filter(isBought);
      return { price: isEmbedded ? FREE : rerollPrice(assets), count: assets.length };
    },
    prices(name) {
      const asset = findAsset(manifest, name);
      const isMade = isBought(asset);
      const canMore = isMade && asset.kind !== 'chibi' && asset.variants < MOST_VARIANTS;
      if (isEmbedded) {
        const again = isMade ? FREE : null;
        return { build: FREE, reroll: again, another: canMore ? FREE : null, pick: FREE };
      }
      const converts = asset.outputs.filter(({ step }) => step.type === 'convert').length;
      const build = price([name]);
      const more = scalePoints(plan.prices.create(asset), 1);
      return {
        build,
        reroll: isMade ? rerollPrice([asset]) : null,
        another: canMore ? addPoints(build, more) : null,
        pick: { min: 0, max: scalePoints(plan.prices.convert, converts).max },
      };
    },
    blob(digest) {
      const store = layers.find(({ store: each }) => each.has(digest))?.store;
      return store?.path(digest) ?? null;
    },
    knows: index.hasRecipe,
    async revisions(name) {
      const asset = findAsset(manifest, name);
      const bought = (await purchases()).get(name) ?? [];
      return knownRevisions(asset, lock.assets[name], bought, digests, index);
    },
  };
}

const MOST_VARIANTS = 4;
const DRAFTS = '.assetgen/drafts/files';

function planOf(plan: Plan, name: string): AssetPlan {
  const found = plan.assets.find((each) => each.asset.name === name);
  if (found === undefined) throw new TypeError(`no plan of ${name}`);
  return found;
}

function brokenLimit({ asset, action }: AssetPlan, lock: Lock): [string, AssetgenError][] {
  if (action !== 'none') return [];
  const locked = lock.assets[asset.name];
  try {
    for (const output of asset.outputs) {
      const made = locked?.outputs[output.name];
      if (made !== undefined) checkExpect(asset, output, made);
    }
    return [];
  } catch (error) {
    return error instanceof AssetgenError ? [[asset.name, error]] : [];
  }
}
