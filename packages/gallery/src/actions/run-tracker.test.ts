import type { ProjectEvent } from '@assetgen/core';
import { expect, it } from 'vitest';
import { createRunTracker } from './run-tracker.ts';
import { spentText } from '../shared/total-of.ts';

const accepted = (points: number | null, free = false): ProjectEvent =>
  ({ type: 'accepted', asset: 'hero', points, free }) as ProjectEvent;

it.each([
  [[], '0 points spent'],
  [[accepted(20)], '20 points spent'],
  [[accepted(20), accepted(null)], 'at least 20 points spent: 1 purchase unknown'],
  [[accepted(null)], 'points unknown'],
  [[accepted(20, true)], '0 points spent'],
])('tells what is known of the points of a run under way: %j', (events, told) => {
  const tracker = createRunTracker(() => true);
  tracker.hear({ type: 'run-start', mode: 'generate' } as ProjectEvent);
  for (const event of events) tracker.hear(event);
  expect(spentText(tracker.run!.spent)).toBe(told);
  // The next run begins at nothing; what the last one cost is known until then.
  tracker.hear({ type: 'run-end' } as ProjectEvent);
  expect(spentText(tracker.charged)).toBe(told);
  tracker.hear({ type: 'run-start', mode: 'generate' } as ProjectEvent);
  expect(spentText(tracker.run!.spent)).toBe('0 points spent');
});
