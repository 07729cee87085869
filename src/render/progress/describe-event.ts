import type { ProjectEvent } from '@assetgen/core';
import { pointsText } from '@assetgen/core/warm';
import { plural, printBytes, printCountdown } from '../numbers.ts';
import { codeLink, seePage } from '../see-page.ts';
import { oneLine, paint } from '../style.ts';

/** Stands where an asset's name does; no asset has a space in its name. */
export const SHARED = 'shared cache';

/** An event in words; null where nobody needs to read it. */
export function describeEvent(event: ProjectEvent, verbose: boolean): string | null {
  switch (event.type) {
    case 'planned':
      return event.pending === 0
        ? null
        : `${plural(event.assets, 'asset')}, ${event.pending} to make`;
    case 'balance':
      return `${plural(event.points, 'point')} at the service`;
    case 'run-start':
    case 'run-end':
    case 'in-flight':
    case 'expected':
      return null;
    case 'asset-start':
      return verbose ? `${event.asset}: ${event.action}` : null;
    case 'submitting':
      return `${event.asset}: submitting (${event.operation})`;
    case 'accepted':
      return `${event.asset}: accepted, ${pointsText(event.points, event.free)}`;
    case 'resumed':
      return `${event.asset}: resumed, accepted already`;
    case 'progress':
      return `${event.asset}: ${event.status}${event.percent === null ? '' : ` ${event.percent} %`}`;
    case 'downloading': {
      const whole = event.total !== null && event.bytes >= event.total;
      if (!verbose && !whole) return null;
      return `${event.asset}: downloading, ${printBytes(event.bytes)}`;
    }
    case 'processing':
      return verbose ? `${event.asset}: processing ${plural(event.outputs, 'output')}` : null;
    case 'waiting':
      if (event.ms === 0) return `${event.asset}: ${event.reason}`;
      return event.ms < 1000 && !verbose
        ? null
        : `${event.asset}: ${event.reason}, waiting ${printCountdown(event.ms)}`;
    case 'asset-done': {
      const size = event.bytes === undefined ? '' : `, ${printBytes(event.bytes)}`;
      return `${paint('green', '✓')} ${event.asset}${size}`;
    }
    case 'asset-failed':
      return isStopped(event)
        ? `${paint('yellow', '–')} ${event.asset}: stopped`
        : `${paint('red', '✗')} ${event.asset}: ${reasonOf(event)}`;
    case 'interrupted':
      return event.free
        ? `${event.asset}: stopped; the next build makes it`
        : `${event.asset}: continues at the service and stays billed; the next build uses its result`;
    case 'sharing':
      return `${SHARED}: uploading, ${event.done} of ${event.total} done${event.bytes > 0 ? `, ${printBytes(event.bytes)} to go` : ''}`;
    case 'warning':
      return [
        `${codeLink(event.code, 'yellow', process.stderr)} ${event.message}`,
        ...seePage('reference/errors', event.code.toLowerCase(), process.stderr),
      ].join('\n');
  }
}

/** Whether an asset ended because the run was interrupted. */
export function isStopped(event: ProjectEvent): boolean {
  return event.type === 'asset-failed' && event.error.code === 'ASSETGEN_INTERRUPTED';
}

/** Why an asset failed, without its name and in one line. */
function reasonOf({ asset, error }: Extract<ProjectEvent, { type: 'asset-failed' }>): string {
  const { message } = error;
  return oneLine(message.startsWith(`${asset}: `) ? message.slice(asset.length + 2) : message);
}
