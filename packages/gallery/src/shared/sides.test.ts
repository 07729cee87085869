import { expect, it } from 'vitest';
import type { Side } from './sides.ts';
import { parseSides, printSides } from './sides.ts';

function item(id: string, digest: string, type: Side['type'] = 'model'): Side {
  return { id, type, digest: digest.repeat(64) };
}

const FULL = item('file:crate.glb', 'a');
const LOD = item('file:crate.lod1.glb', 'b');
const FIRST = item('variant:1', 'c');
const SHOT = item('file:crate.png', 'd', 'image');
const ALL = [FULL, LOD, FIRST, SHOT];

it('an address names the same sides again', () => {
  for (const sides of [
    [FULL, LOD],
    [FIRST, FULL, LOD],
  ]) {
    expect(parseSides(printSides(sides), ALL)).toEqual(sides);
  }
});

it('the same bytes are found where a reroll gave their number to others', () => {
  const address = printSides([FULL, FIRST]);
  const before = item('revision:0123:1', 'c');
  const now = [FULL, item('variant:1', 'e'), before];
  expect(parseSides(address, now)).toEqual([FULL, before]);
});

it('an output that was made anew is found by its name', () => {
  const again = item('file:crate.lod1.glb', 'f');
  expect(parseSides(printSides([FULL, LOD]), [FULL, again])).toEqual([FULL, again]);
});

it('what is gone, of another type, or there twice is left out; one alone is no comparison', () => {
  expect(parseSides(printSides([FULL, SHOT, LOD]), ALL)).toEqual([FULL, LOD]);
  expect(parseSides(printSides([FULL, FULL]), ALL)).toEqual([]);
  expect(parseSides('file:nothing-00*variant:9', ALL)).toEqual([]);
  expect(parseSides('', ALL)).toEqual([]);
  expect(
    parseSides(printSides([FULL, LOD, FIRST, item('variant:2', 'g'), item('variant:3', 'h')]), [
      ...ALL,
      item('variant:2', 'g'),
      item('variant:3', 'h'),
    ]),
  ).toHaveLength(4);
});
