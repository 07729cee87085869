import type { ProjectEvent } from '@assetgen/core';

/** Draws what a build does, as it does it. */
export interface ProgressView {
  onEvent(event: ProjectEvent): void;
  close(): void;
}

/** Has lines of its own for some events. */
export interface EventTaker {
  /** @returns whether nobody else is to write a line for the event */
  take(event: ProjectEvent): boolean;
  /** Writes what is still to be told. */
  close(): void;
}
