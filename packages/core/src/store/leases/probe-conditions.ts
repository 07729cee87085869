import { randomBytes } from 'node:crypto';
import type { ConditionalObjects } from '../remote/conditional-objects.ts';
import { ConditionError } from '../remote/conditional-objects.ts';

/** One object for all probes: they leave nothing else behind. */
const PROBE = 'ops/probe';
/** S3 may refuse one of two writers that meet, though nothing stands there yet of the other. */
const TRIES = 5;
/** The tag of no object: as many digits as that of one. */
const NO_TAG = `"${'0'.repeat(32)}"`;

/**
 * Whether a bucket keeps to the conditions of a write: an S3 that ignores them, as older ones do,
 * says yes to all writers. Each condition is tried once where it must be refused, and once where it
 * must not.
 */
export async function probeConditions(
  objects: ConditionalObjects,
  signal: AbortSignal,
): Promise<boolean> {
  const put = (etag: string | null): Promise<boolean> =>
    objects.putWhere(PROBE, randomBytes(16).toString('hex'), etag, signal);
  try {
    // Where it stands already, the first is refused and says as much as the second.
    if ((await put(null)) && (await put(null))) return false;
    if (await put(NO_TAG)) return false;
    let last: string | null = null;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await objects.get(PROBE, signal);
      if (found === null) {
        // Two first writers met, and neither has written yet.
        await put(null);
        continue;
      }
      // Another machine probes at the same moment: its condition held.
      if (last !== null && last !== found.etag) return true;
      if (await put(found.etag)) return true;
      last = found.etag;
    }
    // It refuses a condition that holds; where nothing was ever there, nothing is known.
    if (last === null) throw new Error('its conditions could not be tried');
    return false;
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    // Where a write without one works, it was the condition.
    await objects.put(PROBE, randomBytes(16).toString('hex'), signal);
    return false;
  }
}
