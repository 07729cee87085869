import { failureKey } from '@assetgen/core';
import type { Inspection, ProjectEvent } from '@assetgen/core';
import { problemOf } from './problem.ts';
import type { Failure } from './summary.ts';

/** What failed since the server started, by asset; null: it is tried again at the moment. */
export type RunFailures = Map<string, Failure | null>;

/** Notes what an event of a run tells of failures. */
export function hearFailures(failures: RunFailures, event: ProjectEvent): void {
  if (event.type === 'asset-start') failures.set(event.asset, null);
  if (event.type === 'asset-failed') {
    failures.set(event.asset, { of: undefined, problem: problemOf(event.error) });
  }
  if (event.type === 'run-end') {
    for (const [name, failure] of failures) if (failure === null) failures.delete(name);
  }
}

/** Notes what was asked for when it failed: an edit of that makes the failure a thing of the past. */
export function nameFailures(failures: RunFailures, { plan }: Inspection): void {
  for (const each of failures.size === 0 ? [] : plan.assets) {
    const failure = failures.get(each.asset.name);
    if (failure?.of === undefined && failure?.problem !== undefined) {
      failures.set(each.asset.name, { ...failure, of: failureKey(each) });
    }
  }
}
