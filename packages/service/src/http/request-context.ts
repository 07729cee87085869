import type { Makers } from '../jobs/makers.ts';
import type { Works } from '../jobs/works.ts';
import type { Rejection } from '../moderator.ts';
import type { ResolvedOptions } from '../resolve-options.ts';
import type { State } from '../state/open-state.ts';
import type { RateDecision } from './rate-limit.ts';
import type { Links } from './signed-links.ts';

/** All that requests are answered with; one for each open service. */
export interface RequestContext extends State {
  readonly options: ResolvedOptions;
  readonly works: Works;
  readonly makers: Makers;
  readonly links: Links;
  readonly moderate: (prompt: string) => Rejection | undefined;
  readonly takePortraitCheck: () => RateDecision;
}
