import type { Works } from '../jobs/works.ts';
import type { Rejection } from '../moderation.ts';
import type { Makers } from '../jobs/makers.ts';
import type { ResolvedOptions } from '../options.ts';
import type { State } from '../state/open-state.ts';
import type { FieldError } from './invalid.ts';
import type { RateDecision } from './rate-limit.ts';
import type { Links } from './signed-url.ts';

/** All that operations work with; one for each open service. */
export interface Room extends State {
  readonly options: ResolvedOptions;
  readonly works: Works;
  readonly makers: Makers;
  readonly links: Links;
  readonly moderate: (prompt: string) => Rejection | undefined;
  readonly takePortraitCheck: () => RateDecision;
}

/** One request that may go on: authenticated, within the rate limit. */
export interface Call {
  readonly request: Request;
  readonly room: Room;
  /** Where signed URLs of the answer point to. */
  readonly origin: string;
  /** A fault demands that the jobs of this create fail. */
  readonly doomed: boolean;
}

/** One operation of the specification, as a row of the table in `operations/table.ts`. */
export interface Operation {
  /** The name that faults and `forbidden` use. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly group: 'v1' | 'legacy';
  run(call: Call): Promise<Response>;
  /** A missing or wrong key. */
  unauthorized(): Response;
  /** An InvalidRequest: `path` of each error is a field. */
  invalid(errors: readonly FieldError[]): Response;
}
