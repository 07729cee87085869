import type { ProjectEvent } from '@assetgen/core';
import { describeEvent } from './describe-event.ts';
import type { EventTaker } from './progress-view.ts';

type Waiting = Extract<ProjectEvent, { type: 'waiting' }>;

/** Waits that begin together are one line. */
export function collectPauses(write: (line: string) => void): EventTaker {
  /** Who waits, by reason, until the line is written. */
  const gathered = new Map<string, { readonly event: Waiting; readonly assets: string[] }>();

  function flush(): void {
    for (const { event, assets } of gathered.values()) {
      const more = assets.length > 3 ? ` and ${assets.length - 3} more` : '';
      const names = `${assets.slice(0, 3).join(', ')}${more}`;
      write(describeEvent({ ...event, asset: names }, false) ?? '');
    }
    gathered.clear();
  }

  return {
    take(event) {
      if (event.type !== 'waiting' || event.ms < 1000) return false;
      const key = `${event.reason} ${Math.round(event.ms / 1000)}`;
      const known = gathered.get(key);
      if (known !== undefined) known.assets.push(event.asset);
      else gathered.set(key, { event, assets: [event.asset] });
      if (gathered.size === 1 && known === undefined) queueMicrotask(flush);
      return true;
    },
    close: flush,
  };
}
