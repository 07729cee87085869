import { expect, it } from 'vitest';
import type { View } from './camera-link.ts';
import { createCameraLink } from './camera-link.ts';

const VIEW: View = { theta: 1, phi: 1.2, distance: 0.5, target: [0, 0.1, 0] };

it('all others look where one was turned to; it itself is not told', () => {
  const link = createCameraLink();
  const seen: [string, View][] = [];
  const first = link.join((view) => seen.push(['first', view]));
  link.join((view) => seen.push(['second', view]));
  link.join((view) => seen.push(['third', view]));
  first.moved(VIEW);
  expect(seen).toEqual([
    ['second', VIEW],
    ['third', VIEW],
  ]);
});

it('who comes later looks where the others do, and who left is not turned', () => {
  const link = createCameraLink();
  const seen: string[] = [];
  const first = link.join(() => seen.push('first'));
  first.moved(VIEW);
  const late = link.join(() => seen.push('late'));
  expect(seen).toEqual(['late']);
  first.leave();
  late.moved(VIEW);
  expect(seen).toEqual(['late']);
});
