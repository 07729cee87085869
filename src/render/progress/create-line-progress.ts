import { createHeartbeat } from '@assetgen/core/warm';
import { printable } from '../style.ts';
import { collectPauses } from './collect-pauses.ts';
import { countCrowd } from './count-crowd.ts';
import type { ProgressView } from './progress-view.ts';
import { describeEvent, SHARED } from './describe-event.ts';

/** A log says at least so often what is waited for: CI systems end what is silent. Unit: milliseconds. */
const SILENCE_MS = 10_000;

/** A line an event that a person would want in a log. */
export function createLineProgress(stream: NodeJS.WriteStream, verbose: boolean): ProgressView {
  const percents = new Map<string, number>();
  const write = (line: string): void => {
    heartbeat.told();
    stream.write(`${printable(line)}\n`);
  };
  const heartbeat = createHeartbeat({ silenceMs: SILENCE_MS, write });
  const pauses = collectPauses(write);
  const crowd = countCrowd(write);
  return {
    onEvent(event) {
      heartbeat.hear(event);
      if (pauses.take(event)) return;
      if (event.type === 'progress' && !verbose) {
        // A log wants quarters, not every poll.
        const quarter = Math.floor((event.percent ?? 0) / 25);
        if (quarter <= (percents.get(event.uuid) ?? 0)) return;
        percents.set(event.uuid, quarter);
      }
      if (event.type === 'sharing' && !verbose) {
        const quarter = 1 + Math.floor((event.done / event.total) * 4);
        if (quarter <= (percents.get(SHARED) ?? 0)) return;
        percents.set(SHARED, quarter);
      }
      if (!verbose && crowd.take(event)) return;
      const line = describeEvent(event, verbose);
      if (line !== null) write(line);
    },
    close() {
      crowd.close();
      heartbeat.stop();
      pauses.close();
    },
  };
}
