import { readFile } from 'node:fs/promises';
import { AssetgenError } from '@assetgen/client/errors';
import type { Digest } from '../../brands.ts';
import type { JobOutcome } from '../../jobs/job-engine.ts';
import type { LockedAsset, LockedResult, LockedVariant } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { fingerprint } from '../../plan/canonical-json.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { PointsRange } from '../../plan/prices.ts';
import type { IsEnough, KnownRecipe } from '../../store/index/result-index.ts';
import { createRequest, resultKind } from './create-request.ts';
import { checkPortraits } from '../guards/check-portraits.ts';
import type { SourceContext } from './source-context.ts';

/** How an asset came by its source blobs in this run. */
export interface SourceOutcome {
  readonly locked: LockedAsset;
  readonly how: 'known' | 'generated' | 'downloaded';
}

/**
 * Makes an asset's source blobs known: from the lock, from what this machine bought before, from
 * the journal, or, last of all, by a create. The lock entry is written to the lane as soon as the
 * service's UUIDs are known to be paid for.
 */
export async function obtainSource(
  plan: AssetPlan,
  context: SourceContext,
): Promise<SourceOutcome> {
  const { asset, recipe, fields, source } = plan;
  const { lane, signal } = context;
  if (source.type === 'locked') {
    const locked = { ...source.locked, ...(plan.drift ? {} : { fields: fields() }) };
    // Taken over: it stands in the lock under its name before the old entry may go.
    if (source.from !== null) lane.lock.set(asset.name, locked);
    return { locked, how: 'known' };
  }
  if (recipe === null || source.type === 'waits') {
    throw new AssetgenError('ASSETGEN_INPUT', `${asset.name}: an input of it was not made`);
  }
  const entry = (parts: Pick<LockedAsset, 'jobs' | 'variants'>): LockedAsset => {
    const before = lane.lock.lock.assets[asset.name];
    const outputs = before?.recipe === recipe ? before.outputs : record<never>([]);
    return { kind: asset.kind, recipe, fields: fields(), ...parts, outputs };
  };
  const lockIn = (locked: LockedAsset): LockedAsset => {
    lane.lock.set(asset.name, locked);
    return locked;
  };
  if (source.type === 'local') {
    if (asset.kind !== 'image' || asset.source.type !== 'local') throw new TypeError('not local');
    const file = asset.source.input;
    const bytes = await readFile(file.type === 'file' ? file.path : '');
    const blob = await lane.store.putBytes(bytes);
    return {
      locked: lockIn(entry({ jobs: [], variants: [{ uuid: null, ...blob }] })),
      how: 'known',
    };
  }
  const engine = await lane.engine();
  if (source.type === 'adopt') {
    const { uuid } = source;
    const blob = await engine.recover({ asset: asset.name, uuid, result: 'model' }, { signal });
    const locked = lockIn(entry({ jobs: [], variants: [{ uuid, ...blob }] }));
    return { locked, how: 'downloaded' };
  }
  let before: KnownRecipe = source.locked ?? { jobs: [], variants: [] };
  // Only what is in doubt is submitted again: an accepted job is resumed whatever was asked.
  const resubmit = context.resubmit && source.journal.status === 'ambiguous';
  const isEnough: IsEnough = (each) => missing(asset, each) <= 0;
  const known = resubmit ? null : await lane.index.recipe(recipe, isEnough);
  if (known !== null && known.variants.length > before.variants.length) before = known;
  const wanted =
    before.variants.length + (known === before ? missing(asset, before) : source.count);
  const count = wanted - before.variants.length;
  if (count <= 0) return { locked: lockIn(entry(before)), how: 'known' };
  const request = createRequest(asset, count, context.upload);
  const price = (): number | null => estimate(asset, count, context.prices.create(asset));
  context.announce(asset, count);
  if (source.journal.status === 'none') await checkPortraits(asset, context);
  const obtained = await engine.obtain(
    {
      fingerprint: recipe,
      ordinal: before.jobs.length,
      asset: asset.name,
      create: request,
      result: resultKind(asset),
      estimate: price(),
      reestimate: price,
      // Another machine may have left a doubt that the journal of this one does not know.
      resubmit: context.resubmit,
    },
    { signal },
  );
  const forgotten =
    !obtained.submitted &&
    obtained.variants.every((variant) => variant.status === 'failed' && isForgotten(variant.error));
  const outcome = (forgotten ? await remake(asset, context) : null) ?? obtained;
  assertSettled(outcome);
  const parts = partsOf(asset, outcome, context, before);
  const locked = lockIn(entry(parts));
  await lane.index.setRecipe(recipe, parts);
  assertSome(asset, outcome);
  return { locked, how: outcome.submitted ? 'generated' : 'downloaded' };
}

/** How many candidates an asset wants beyond those that are known. */
export function missing(asset: Asset, known: KnownRecipe): number {
  return asset.kind === 'chibi' ? 0 : asset.variants - known.variants.length;
}

/**
 * The results as the lock keeps them. Those of a batch are matched to their images by order: an
 * image that the service refused has a figure that failed.
 */
export function settled(asset: Asset, { variants, groups }: JobOutcome): LockedVariant[] {
  if (asset.kind !== 'chibi' || groups === undefined) return variants.map(lockedVariant);
  const byUuid = new Map(variants.map((variant) => [variant.uuid, variant]));
  return asset.source.images.map((_image, index) => {
    const variant = byUuid.get(groups[index]?.[0] ?? '');
    return variant === undefined ? { uuid: '', failed: true } : lockedVariant(variant);
  });
}

function lockedVariant(outcome: JobOutcome['variants'][number]): LockedVariant {
  return outcome.status === 'done'
    ? { uuid: outcome.uuid, digest: outcome.digest, bytes: outcome.bytes }
    : { uuid: outcome.uuid, failed: true };
}

/** The points to reserve: the most that a create may take, or null where that is not known. */
function estimate(asset: Asset, count: number, price: PointsRange): number | null {
  if (price.max === null) return null;
  return asset.kind === 'chibi' ? price.max : price.max * count;
}

/**
 * A result that could not be fetched is not a job that failed: nothing is locked then, and the
 * next run resumes the job from the journal.
 */
function assertSettled(outcome: JobOutcome): void {
  for (const variant of outcome.variants) {
    if (variant.status === 'failed' && !isFailedJob(variant.error)) throw variant.error;
  }
}

function isFailedJob(error: unknown): boolean {
  return error instanceof AssetgenError && error.code === 'ASSETGEN_JOB_FAILED';
}

function assertSome(asset: Asset, outcome: JobOutcome): void {
  const failed = outcome.variants.filter((variant) => variant.status === 'failed');
  const first = failed[0];
  if (first === undefined || failed.length < outcome.variants.length) return;
  throw first.error instanceof AssetgenError
    ? first.error
    : new AssetgenError('ASSETGEN_JOB_FAILED', `${asset.name}: the service's job failed`, {
        cause: first.error,
        hint: `Ask again with \`assetgen reroll ${asset.name}\`.`,
      });
}

/**
 * The bytes of a source blob: from the store, or downloaded again by its UUID. Never a create.
 * @param expect what the bytes have to be
 */
export async function sourceBytes(
  asset: Asset,
  variant: LockedResult,
  context: Pick<SourceContext, 'lane' | 'signal' | 'upload'>,
): Promise<{ readonly bytes: Uint8Array; readonly downloaded: boolean }> {
  const { lane, signal } = context;
  const stored = await lane.store.read(variant.digest, variant.bytes);
  if (stored !== null) return { bytes: stored, downloaded: false };
  if (variant.uuid === null)
    return { bytes: await localBytes(asset, variant.digest), downloaded: false };
  const engine = await lane.engine();
  const { uuid, digest } = variant;
  try {
    const request = { asset: asset.name, uuid, result: resultKind(asset), expect: digest };
    await engine.recover(request, { signal });
  } catch (error) {
    if (!isForgotten(error) || lane.remake === null) throw error;
    await remake(asset, context);
  }
  const bytes = await lane.store.read(variant.digest);
  if (bytes === null) {
    throw lane.remake === null
      ? new AssetgenError('ASSETGEN_STORE', `${asset.name}: the downloaded blob is gone`, {
          hint: 'Is another process clearing the cache? Run again.',
        })
      : new RemadeError(asset);
  }
  return { bytes, downloaded: true };
}

/** The embedded service of another version, or on another processor, made other bytes. */
export class RemadeError extends AssetgenError {
  override readonly name = 'RemadeError';

  constructor(asset: Asset) {
    super(
      'ASSETGEN_REMADE',
      `${asset.name}: the embedded service makes other bytes today than the lock has`,
      { hint: 'Run `assetgen build` and commit assets.gen.lock.json.' },
    );
  }
}

/** Locks what the embedded service makes today in place of what it made for the lock. */
export async function remakeSource(
  asset: Asset,
  locked: LockedAsset,
  context: SourceContext,
): Promise<LockedAsset> {
  const outcome = await remake(asset, context);
  if (outcome === null) return locked;
  assertSettled(outcome);
  const made = { ...locked, ...partsOf(asset, outcome, context, { jobs: [], variants: [] }) };
  context.lane.lock.set(asset.name, made);
  await context.lane.index.setRecipe(locked.recipe, made);
  return made;
}

function partsOf(
  asset: Asset,
  outcome: JobOutcome,
  context: Pick<SourceContext, 'upload'>,
  before: Pick<LockedAsset, 'jobs' | 'variants'>,
): Pick<LockedAsset, 'jobs' | 'variants'> {
  const { operation } = createRequest(asset, outcome.variants.length, context.upload);
  const uuids = outcome.variants.map((variant) => variant.uuid);
  return {
    jobs: [...before.jobs, { operation, uuids, points: outcome.points }],
    variants: [...before.variants, ...settled(asset, outcome)],
  };
}

export function isForgotten(error: unknown): boolean {
  // A picture or video that a service does not know may be told as failed: no other status is shown.
  const codes = ['ASSETGEN_JOB_UNKNOWN', 'ASSETGEN_JOB_FAILED'];
  return error instanceof AssetgenError && codes.includes(error.code);
}

/** Has the embedded service make an asset's results once more: free, and the same bytes. */
export async function remake(
  asset: Asset,
  { lane, signal, upload }: Pick<SourceContext, 'lane' | 'signal' | 'upload'>,
): Promise<JobOutcome | null> {
  const engine = await lane.remake?.();
  if (engine === undefined) return null;
  const request = {
    fingerprint: fingerprint(['remake', asset.name]),
    ordinal: 0,
    asset: asset.name,
    create: createRequest(asset, asset.variants, upload),
    result: resultKind(asset),
    estimate: 0,
  };
  return engine.obtain(request, { signal });
}

async function localBytes(asset: Asset, expect: Digest): Promise<Uint8Array> {
  if (
    asset.kind === 'image' &&
    asset.source.type === 'local' &&
    asset.source.input.type === 'file'
  ) {
    const { digestOf } = await import('../../store/cas/digest.ts');
    const bytes = await readFile(asset.source.input.path);
    if (digestOf(bytes) === expect) return bytes;
  }
  throw new AssetgenError('ASSETGEN_INPUT', `${asset.name}: its source file changed meanwhile`);
}
