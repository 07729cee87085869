import type { ProjectEvent } from '@assetgen/core';
import { plural } from '../numbers.ts';
import { paint } from '../style.ts';
import type { Screen } from '../screen.ts';
import { terminalSize, wrapText } from '../wrap.ts';
import type { ProgressView } from './progress-view.ts';
import { describeEvent, isStopped } from './describe-event.ts';
import { createFrame } from './frame.ts';
import { doneRow, runLines } from './run-lines.ts';
import { createRunState, updateRunState, type Active } from './run-state.ts';

const FRAME_MS = 100;

/** One line an active asset, redrawn in place; lasting lines scroll above it. */
export function createLiveProgress(screen: Screen, verbose: boolean): ProgressView {
  const { stream } = screen;
  const state = createRunState();
  const frame = createFrame(stream);
  /** Assets that were interrupted, and left nothing at the service. */
  const stopped: string[] = [];

  const columns = (): number => terminalSize(stream).columns;
  const draw = (): void => frame.replace(runLines(state, columns(), terminalSize(stream).rows));
  const last = (text: string): void => {
    frame.leave(wrapText(text, columns(), '    '));
    draw();
  };
  screen.show({ print: last, clear: () => frame.replace([]) });
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();

  function finish(
    event: Extract<ProjectEvent, { type: 'asset-done' | 'asset-failed' }>,
    entry: Active | undefined,
  ): void {
    if (isStopped(event)) {
      if (entry?.continues === undefined) stopped.push(event.asset);
      else last(`${paint('yellow', '–')} ${entry.continues}`);
    } else if (event.type === 'asset-done') {
      last(doneRow(event, entry, state.nameLength, columns()));
    } else {
      last(describeEvent(event, verbose) ?? '');
    }
  }

  return {
    onEvent(event) {
      const entry = 'asset' in event ? state.active.get(event.asset ?? '') : undefined;
      updateRunState(state, event, verbose);
      if (event.type === 'asset-done' || event.type === 'asset-failed') finish(event, entry);
      if (event.type === 'warning') last(describeEvent(event, verbose) ?? '');
    },
    close() {
      clearInterval(timer);
      frame.replace([]);
      if (stopped.length > 0) {
        const names = stopped.length > 3 ? plural(stopped.length, 'asset') : stopped.join(', ');
        frame.leave(wrapText(`${paint('yellow', '–')} ${names}: stopped`, columns(), '    '));
      }
      screen.show(null);
    },
  };
}
