import { expect, test } from 'vitest';
import { shortReason } from './short-reason.ts';

test.each([
  ['new', 'new'],
  ['new output hill.webp; new output hill.avif', 'new output hill.webp; new output hill.avif'],
  [
    'new output hill.1w.webp, blob missing; hill.mp4 changed; new output hill.2w.webp, blob missing; new output hill.3w.webp, blob missing',
    'new output hill.1w.webp, blob missing; the same for 2 more outputs; hill.mp4 changed',
  ],
  [
    'the recipe changed; hill.a missing; hill.b missing; hill.c missing; hill.d missing',
    'the recipe changed; hill.a missing; the same for 3 more outputs',
  ],
])('of more than two outputs that need the same, one is named: %s', (reason, expected) => {
  expect(shortReason('hill', reason)).toBe(expected);
});
