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
  readonly why: string;
  /** Points before the create; null where the service did not tell. */
  readonly balanceBefore: number | null;
  readonly balanceAfter: number | null;
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
      [],
      `${facts.why}. Points may have been charged: ${balanceText(facts)}. It is not sent again.`,
      {
        hint: `To accept the loss and submit it again: assetgen build --resubmit ${facts.asset}`,
        ...(facts.cause === undefined ? {} : { cause: facts.cause }),
      },
    );
    this.balanceBefore = facts.balanceBefore;
    this.balanceAfter = facts.balanceAfter;
  }
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
