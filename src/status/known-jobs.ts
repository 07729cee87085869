import { AssetgenError } from '@assetgen/client/errors';
import { nearest, standInText } from '@assetgen/core';
import type { AssetPlan, Inspection, LockedVariant, TextureFacts } from '@assetgen/core';

/** A job that a project knows. */
export interface KnownJob {
  /** Empty where the service gave none. */
  readonly uuid: string;
  /** Which of the asset's: `variant 2`, `figure "ann"`. */
  readonly what: string;
  /** What the service said when it failed. */
  readonly reason: string | null;
  /** Why it is not what the prompt asks for; null where it is. */
  readonly standIn: string | null;
  /** What the service's last conversion of it told, by output. */
  readonly scales: Readonly<Record<string, number>>;
  /** What models made of it take of a graphics card, by output. */
  readonly models: Readonly<Record<string, ModelWeight>>;
}

/** What a model takes of a graphics card. */
export interface ModelWeight {
  /** Textures with mipmaps, and geometry. Unit: bytes. */
  readonly gpuBytes: number;
  readonly drawCalls: number;
  /** One by one. */
  readonly textures: readonly TextureFacts[];
}

/**
 * The jobs of an asset, or the UUID itself where no asset is called so.
 * @throws AssetgenError `ASSETGEN_USAGE`
 */
export function knownJobs(
  { plan, lock, standIns }: Inspection,
  given: string,
): readonly KnownJob[] {
  const found = plan.assets.find(({ asset }) => asset.name === given);
  if (found === undefined) {
    const near = /\d/.test(given)
      ? null
      : nearest(
          given,
          plan.assets.map(({ asset }) => asset.name),
        );
    if (near !== null) {
      throw new AssetgenError('ASSETGEN_USAGE', `no asset and no UUID "${given}"`, {
        hint: `Did you mean "${near}"?`,
      });
    }
    return [{ uuid: given, what: '', reason: null, standIn: null, scales: {}, models: {} }];
  }
  const { source } = found;
  const locked = source.type === 'locked' ? source.locked : lock.assets[given];
  const open =
    source.type === 'create' && source.journal.status === 'accepted' ? source.journal : null;
  const others = source.type === 'adopt' ? source.uuids : (open?.uuids ?? []);
  const scales = Object.fromEntries(
    Object.entries(locked?.outputs ?? {}).flatMap(([name, { meta }]) =>
      meta.scaleNumber === undefined ? [] : [[name, meta.scaleNumber]],
    ),
  );
  const models = Object.fromEntries(
    Object.entries(locked?.outputs ?? {}).flatMap(
      ([
        name,
        {
          meta: { gpuBytes, drawCalls, maps: textures = [] },
        },
      ]) =>
        gpuBytes === undefined || drawCalls === undefined
          ? []
          : [[name, { gpuBytes, drawCalls, textures }]],
    ),
  );
  const jobs = [
    ...(locked?.variants ?? []).flatMap((variant, index) => jobOf(found, variant, index)),
    ...others.map((uuid, index) => ({ uuid, what: `job ${index + 1}`, reason: null })),
    ...idsInDoubt(source).map((uuid) => ({ uuid, what: 'perhaps its job', reason: null })),
  ];
  if (jobs.length === 0) {
    throw new AssetgenError('ASSETGEN_USAGE', `${given} has no job: ${found.reason}`, {
      hint: '`assetgen plan` shows what a build would do.',
    });
  }
  const drawn = standIns.get(given);
  const standIn = drawn === undefined ? null : standInText(drawn);
  return jobs.map((job, index) => ({
    ...job,
    standIn,
    scales: index === 0 ? scales : {},
    models: index === 0 ? models : {},
  }));
}

/** What an answer that nobody could read may have named. */
function idsInDoubt(source: AssetPlan['source']): readonly string[] {
  return source.type === 'create' && source.journal.status === 'ambiguous'
    ? source.journal.ids
    : [];
}

function jobOf(
  { asset }: AssetPlan,
  variant: LockedVariant,
  index: number,
): readonly Omit<KnownJob, 'scales' | 'standIn' | 'models'>[] {
  if (variant.uuid === null) return [];
  const member = asset.kind === 'chibi' ? asset.source.members[index] : undefined;
  const what = member === undefined ? `variant ${index + 1}` : `figure "${member}"`;
  return [
    { uuid: variant.uuid, what, reason: ('failed' in variant ? variant.reason : null) ?? null },
  ];
}
