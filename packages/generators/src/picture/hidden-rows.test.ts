import { describe, expect, it } from 'vitest';
import { createRaster } from './art/raster.ts';
import { composeScene } from './compose-scene.ts';
import { hiddenRows } from './hidden-rows.ts';
import type { Layer } from './scene.ts';

const WIDTH = 160;
const HEIGHT = 120;

describe('hiddenRows', () => {
  it.each([
    ['a castle on a mountain at sunset', 'one'],
    ['a mountain in the snow', 'four'],
    ['a fox in a forest in the mist', 'one'],
    ['green hills in the rain', 'two'],
    ['a desert at golden hour', 'one'],
    ['a boat on the sea', 'one'],
    ['a penguin in the arctic', 'two'],
    ['a volcano at night', 'one'],
    ['a city at dusk', 'one'],
    ['a fish under water', 'one'],
  ])('are not seen in the picture of "%s", by seed %s', async (prompt, seed) => {
    const { scene } = await composeScene(
      { prompt, seed, width: WIDTH, height: HEIGHT, draft: false },
      [],
    );
    const [all, seen] = [createRaster(WIDTH, HEIGHT), createRaster(WIDTH, HEIGHT)];
    const hidden = hiddenRows(scene.layers, seen);
    for (const [index, layer] of scene.layers.entries()) {
      layer.paint(all, all);
      layer.paint(seen, seen, hidden[index]);
    }
    expect(seen.data).toEqual(all.data);
    // All but the city have land before land.
    expect(hidden.flatMap((rows) => [...rows]).some((row) => row < HEIGHT)).toBe(
      !prompt.includes('city'),
    );
  });

  const layer = (from: number[] | null, kind: 'still' | 'water' = 'still'): Layer => ({
    name: '',
    depth: 1,
    motion: kind === 'still' ? { kind } : { kind, surface: 1 },
    ...(from === null ? {} : { coversFrom: () => Int32Array.from(from) }),
    paint: () => undefined,
  });
  const rows = (...layers: Layer[]): number[][] =>
    hiddenRows(layers, createRaster(2, 9)).map((each) => [...each]);

  it('are those that any layer before it covers, column by column', () => {
    expect(rows(layer([1, 1]), layer([7, 3]), layer(null), layer([5, 8]))).toEqual([
      [5, 3],
      [5, 8],
      [5, 8],
      [9, 9],
    ]);
  });

  it('are none of what water mirrors', () => {
    expect(rows(layer([1, 1]), layer([3, 3]), layer(null, 'water'), layer([5, 5]))).toEqual([
      [3, 3],
      [9, 9],
      [5, 5],
      [9, 9],
    ]);
  });
});
