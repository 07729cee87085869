import { plural, printBytes, printClock } from '../numbers.ts';
import type { EventTaker } from './progress-view.ts';

/** Beyond so many assets a log has a line for each part of them: a build of 2,000 stays below 30 kB. */
const MOST_LINES = 50;
/** The rest of the failures is counted: the report at the end lists all of them. */
const MOST_FAILURES = 20;

/** Of builds of many assets: a line when another fiftieth of them is done, in place of lines for each. */
export function countCrowd(write: (line: string) => void): EventTaker {
  const begun = performance.now();
  let pending = 0;
  let done = 0;
  let failed = 0;
  let told = 0;
  let points = 0;
  let bytes = 0;

  function tell(): void {
    told = done;
    const facts = [
      `${done} of ${pending} assets`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(points > 0 ? [plural(points, 'point')] : []),
      printBytes(bytes),
      printClock(performance.now() - begun),
    ];
    write(facts.join(', '));
  }

  return {
    take(event) {
      if (event.type === 'planned') pending = event.pending;
      if (pending <= MOST_LINES || !('asset' in event) || event.type === 'warning') return false;
      if (event.type === 'accepted' && !event.free) points += event.points ?? 0;
      if (event.type === 'interrupted') return false;
      if (event.type !== 'asset-done' && event.type !== 'asset-failed') return true;
      done += 1;
      if (event.type === 'asset-done') bytes += event.bytes ?? 0;
      else failed += 1;
      if (done - told >= pending / MOST_LINES) tell();
      return event.type === 'asset-done' || failed > MOST_FAILURES;
    },
    close() {
      if (done > told) tell();
    },
  };
}
