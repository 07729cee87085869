import { BATCH_DEVIATIONS } from './batch-deviations.ts';
import { CREATE_DEVIATIONS } from './create-deviations.ts';
import type { Deviation, DeviationOutcome } from './deviation.ts';
import { ENCODING_DEVIATIONS } from './encoding-deviations.ts';
import { OTHER_DEVIATIONS } from './other-deviations.ts';
import { PACE_DEVIATIONS } from './pace-deviations.ts';
import { POINTS_DEVIATIONS } from './points-deviations.ts';
import { POLL_DEVIATIONS } from './poll-deviations.ts';
import { REFUSAL_DEVIATIONS } from './refusal-deviations.ts';
import { RESULT_DEVIATIONS } from './result-deviations.ts';

export type { Answer, AskedOf, Deviation, DeviationOutcome, Rewrite } from './deviation.ts';

/** All deviations, by what they concern. */
export const DEVIATION_GROUPS: Readonly<Record<string, readonly Deviation[]>> = {
  'Creates that are accepted, or may be': CREATE_DEVIATIONS,
  Points: POINTS_DEVIATIONS,
  'Batches of figures': BATCH_DEVIATIONS,
  'Creates that are refused, or fail': REFUSAL_DEVIATIONS,
  'Rate limits': PACE_DEVIATIONS,
  'Encoded answers': ENCODING_DEVIATIONS,
  'Jobs under way': POLL_DEVIATIONS,
  'Results and their addresses': RESULT_DEVIATIONS,
  'Models, portraits and conversions': OTHER_DEVIATIONS,
};

/**
 * Ways in which a service may answer otherwise than the interface specification says. The local
 * service plays each by its name, and the test of all that pays runs through each.
 *
 * @example
 * const deviations = DEVIATIONS.filter(({ name }) => name === 'answers-in-gzip');
 * const service = createService({ deviations });
 */
export const DEVIATIONS: readonly Deviation[] = Object.values(DEVIATION_GROUPS).flat();

/** Each outcome in words. */
export const DEVIATION_OUTCOMES: Readonly<Record<DeviationOutcome, string>> = {
  taken: 'The result is used; it was paid once.',
  refused: 'An error; nothing was charged, and the next build asks again.',
  doubt: 'Exit 5: it may have been charged, and is not sent again before you say so.',
  kept: 'An error; it is paid, its UUID is kept, and later builds pay nothing for it.',
};
