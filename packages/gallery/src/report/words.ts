import type { ReviewMessage } from '../shared/messages.ts';
import { texturesText } from '@assetgen/core';
import type { Total } from '../shared/total-of.ts';
import { spentText, totalText } from '../shared/total-of.ts';
import type { Price } from '../shared/messages.ts';
import type { Card, Report, Side } from './types.ts';

/** `1.2 MB`, `340 kB`: decimal units, as browsers and stores show them. */
function printBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `12 points`, `at least 12 points: 1 purchase unknown`; empty: nothing, or what the embedded service counted. */
export function printPaid(points: Total, free: boolean): string {
  return free || points.known + points.untold === 0 ? '' : totalText(points);
}

/** `12 points spent`, `at least 12 points spent: 1 purchase unknown`, or `free` whatever the embedded service counted. */
function printSpent({ points, free }: Report): string {
  return free ? 'free' : spentText(points);
}

function printPrice({ min, max }: Price, free: boolean): string {
  if (free) return 'free';
  if (max === null) return min === 0 ? 'at a price that is not known' : `at least ${min} points`;
  return min === max ? plural(min, 'point') : `${min} to ${max} points`;
}

/** `2 added, 1 changed`, with zeros left out. */
function countChanges(cards: readonly Card[]): string {
  const counts = (['added', 'changed', 'removed'] as const).flatMap((change) => {
    const count = cards.filter((card) => card.change === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  return counts.length === 0 ? 'nothing changed' : counts.join(', ');
}

/** One line that says what the report shows. */
export function summaryLine(report: Report): string {
  const { since, cards, assets, ready, price, free } = report;
  const open = assets - ready;
  const rest = open === 0 ? '' : `; ${open} not up to date (${printPrice(price, free)})`;
  return since === null
    ? `${plural(assets, 'asset')}, ${printSpent(report)}${rest}`
    : `${countChanges(cards)} since ${since.revision}, ${printSpent(report)}${rest}`;
}

/** One line a group: `props: 12 assets, 1.2 MB, 34.0 MB of GPU memory, 20 draw calls`. None without models. */
export function printGroups({ groups }: Report): readonly string[] {
  if (!groups.some(({ gpuBytes }) => gpuBytes > 0)) return [];
  return groups.map(({ name, assets, bytes, gpuBytes, drawCalls }) => {
    const parts = [
      plural(assets, 'asset'),
      printBytes(bytes),
      ...(gpuBytes === 0
        ? []
        : [`${printBytes(gpuBytes)} of GPU memory`, plural(drawCalls, 'draw call')]),
    ];
    return `${name === '' ? 'without a folder' : name}: ${parts.join(', ')}`;
  });
}

/** `12,400 triangles · 640 × 360 · 1.2 MB` */
export function printFacts(side: Side): string {
  const { triangles, gpuBytes, drawCalls, textures, size, bytes } = side;
  const parts = [
    ...(triangles === null ? [] : [plural(triangles, 'triangle')]),
    ...(drawCalls === null ? [] : [plural(drawCalls, 'draw call')]),
    ...(gpuBytes === null ? [] : [`${printBytes(gpuBytes)} of GPU memory`]),
    ...(textures.length === 0 ? [] : [texturesText(textures)]),
    ...(size === null ? [] : [size]),
    ...(bytes === 0 ? [] : [printBytes(bytes)]),
  ];
  return parts.join(' · ');
}

/** `approved by Ann`, `rejected by Ann: too dark`, `approved by Ann, changed since`. */
export function printReview({ state, by, note, isCurrent }: ReviewMessage): string {
  const what = `${state.replace('-', ' ')} by ${by}`;
  return `${what}${isCurrent ? '' : ', changed since'}${note === null ? '' : `: ${note}`}`;
}
