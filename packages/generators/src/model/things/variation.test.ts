import { expect, it } from 'vitest';
import { rgb } from '../paint/finish.ts';
import { variationOf } from './variation.ts';

const SEEDS = Array.from({ length: 200 }, (_, at) => `seed ${at}`);

it('is the same for the same seed', () => {
  const [one, two] = [variationOf('a'), variationOf('a')];
  expect(one.scale).toEqual(two.scale);
  expect(one.open(rgb(0x8a5630))).toEqual(two.open(rgb(0x8a5630)));
});

it('keeps proportions near the usual ones, and width and depth together', () => {
  for (const seed of SEEDS) {
    const [width, height, depth] = variationOf(seed).scale;
    expect(width).toBe(depth);
    for (const factor of [width, height]) expect(Math.abs(factor - 1)).toBeLessThanOrEqual(0.13);
  }
});

it('keeps greys grey, a said colour what it is, and every channel a colour', () => {
  const red = rgb(0xd02020);
  for (const seed of SEEDS) {
    const { open, said, material } = variationOf(seed);
    const [r, g, b] = open(rgb(0x808080));
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(1e-6);
    const [sr, sg, sb] = said(red);
    expect(sr).toBeGreaterThan(2.5 * Math.max(sg, sb));
    for (const color of [open(red), said(red), material(red), open(rgb(0xffff00))]) {
      for (const channel of color)
        expect(channel).toSatisfy((value: number) => value >= 0 && value <= 1);
    }
  }
});

it('turns open colours so that variants are told apart', () => {
  const seen = SEEDS.slice(0, 4).map((seed) => variationOf(seed).open(rgb(0x8a5630)));
  for (const [at, one] of seen.entries()) {
    for (const other of seen.slice(at + 1)) {
      const far = Math.max(...one.map((channel, i) => Math.abs(channel - other[i]!)));
      expect(far).toBeGreaterThan(0.01);
    }
  }
});
