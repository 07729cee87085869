import { AssetgenError } from '@assetgen/client/errors';
import type { AssetgenErrorOptions, ErrorCode } from '@assetgen/client';

/** The base of what can go wrong with a job; it names the asset and, where known, its UUIDs. */
export class JobError extends AssetgenError {
  override readonly name: string = 'JobError';
  readonly asset: string;
  readonly uuids: readonly string[];

  constructor(
    code: ErrorCode,
    asset: string,
    uuids: readonly string[],
    message: string,
    options: AssetgenErrorOptions = {},
  ) {
    super(code, `${asset}: ${message}`, options);
    this.asset = asset;
    this.uuids = uuids;
  }
}

/** Facts of a submission whose outcome is unknown. */
export interface DoubtFacts {
  readonly asset: string;
  /** Of the interface specification: it decides how its results are adopted. */
  readonly operation: string;
  readonly why: string;
  /** Points before the create; null where the service did not tell. */
  readonly balanceBefore: number | null;
  readonly balanceAfter: number | null;
  /** What looks like ids of paid jobs in the answer. */
  readonly ids: readonly string[];
  /** Whether it went to the embedded service. */
  readonly isFree: boolean;
  readonly cause?: unknown;
}

/** A submission whose outcome is unknown waits for a person's decision. `ASSETGEN_AMBIGUOUS` */
export class DoubtError extends JobError {
  override readonly name: string = 'DoubtError';
  readonly balanceBefore: number | null;
  readonly balanceAfter: number | null;

  constructor(facts: DoubtFacts) {
    super(
      'ASSETGEN_AMBIGUOUS',
      facts.asset,
      facts.ids,
      `${facts.why.replace(/\.$/, '')}${idsText(facts)}. ${moneyText(facts)}`,
      {
        hint: facts.isFree
          ? 'Run again to request it again.'
          : `${adoptionHint(facts)}To accept the loss and submit it again: assetgen build --resubmit ${facts.asset}`,
        ...(facts.cause === undefined ? {} : { cause: facts.cause }),
      },
    );
    this.balanceBefore = facts.balanceBefore;
    this.balanceAfter = facts.balanceAfter;
  }
}

function moneyText(facts: DoubtFacts): string {
  return facts.isFree
    ? 'The embedded service is free.'
    : `Points may have been charged: ${balanceText(facts)}. It is not submitted again.`;
}

/** Said here where what went wrong did not say it: in a later run. */
function idsText({ why, ids }: DoubtFacts): string {
  const untold = ids.filter((id) => !why.includes(id));
  return untold.length === 0 ? '' : `; ids in its answer: ${untold.join(', ')}`;
}

/** How a person takes what was paid for; empty where no id is known, or nothing can be adopted. */
function adoptionHint({ operation, ids }: DoubtFacts): string {
  const [first] = ids;
  if (first === undefined || operation === 'convertToFormat') return '';
  const value = JSON.stringify(ids.length === 1 ? first : ids);
  const key =
    operation === 'createCuteModelsFromImages'
      ? `"uuid": […] beside "images", one of ${ids.join(', ')} for each image, in their order`
      : `"uuid": ${value} in place of ${operation === 'generateModelWithImage' ? '"image"' : '"prompt"'}`;
  return `\`assetgen status ${first}\` shows whether it is the paid job; to use it without paying again, write ${key} in the manifest. `;
}

function balanceText({ balanceBefore: before, balanceAfter: after }: DoubtFacts): string {
  if (before === null && after === null) {
    return 'the balance could not be read';
  }
  const told = (points: number | null): string => (points === null ? 'unknown' : String(points));
  const change =
    before === null || after === null
      ? ''
      : after === before
        ? ', unchanged, so it was probably not charged yet'
        : after < before
          ? `, ${before - after} less, other jobs included`
          : '';
  return `the balance was ${told(before)} before and is ${told(after)} after${change}`;
}
