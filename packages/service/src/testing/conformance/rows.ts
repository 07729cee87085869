import { CONVERSIONS } from './convert-rows.ts';
import { ERRORS } from './error-rows.ts';
import { ACCEPTED_FIELDS, REFUSED_FIELDS } from './field-rows.ts';
import { FILES } from './file-rows.ts';
import { STATES } from './state-rows.ts';
import type { Row } from './target.ts';
import { V1 } from './v1-rows.ts';

/** The whole suite, in the order of the specification. */
export const ROWS: readonly Row[] = [
  ...V1,
  ...REFUSED_FIELDS,
  ...ACCEPTED_FIELDS,
  ...FILES,
  ...STATES,
  ...CONVERSIONS,
  ...ERRORS,
];
