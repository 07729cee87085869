import type { ProjectEvent } from '@assetgen/core';

/** A listener hears one run at a time, even if two projects have one each. */
export interface OneRun {
  /** What happens while a page waits: drafts stand in. */
  front(event: ProjectEvent): void;
  /** What is generated behind it; while it is, the short runs in front are not told. */
  back(event: ProjectEvent): void;
}

export function tellOneRun(listener: (event: ProjectEvent) => void): OneRun {
  let inBack = false;
  return {
    front(event) {
      if (!inBack || event.type === 'warning') listener(event);
    },
    back(event) {
      if (event.type === 'run-start') inBack = true;
      if (event.type === 'run-end') inBack = false;
      listener(event);
    },
  };
}
