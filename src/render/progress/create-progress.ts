import type { Screen } from '../screen.ts';
import { createLineProgress } from './create-line-progress.ts';
import { createLiveProgress } from './create-live-progress.ts';
import type { ProgressView } from './progress-view.ts';

/** A live display on a terminal, plain lines elsewhere. */
export function createProgress(screen: Screen, verbose: boolean): ProgressView {
  return screen.stream.isTTY === true && process.env['TERM'] !== 'dumb'
    ? createLiveProgress(screen, verbose)
    : createLineProgress(screen.stream, verbose);
}
