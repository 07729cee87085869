import { describe, expect, it } from 'vitest';
import { composeScene } from '../picture/compose-scene.ts';
import { createFilm } from './film.ts';

const PROMPTS = [
  'a pirate ship at sea, dawn',
  'a city at night in the rain',
  'a wolf in a snowy forest',
  'a desert with mesas',
];

describe('createFilm', () => {
  it.each(PROMPTS)('moves visibly and covers every pixel: %s', async (prompt) => {
    const size = { width: 320, height: 180 };
    const { view, scene } = await composeScene({ prompt, ...size, seed: 's', draft: false });
    const film = createFilm(view, scene, { seconds: 4, mark: undefined });
    const area = size.width * size.height;
    const first = film.frameAt(0).slice(0, area);
    const next = film.frameAt(0.5).slice(0, area);
    const last = film.frameAt(95 / 24).slice(0, area);
    const moved = (other: Uint8Array): number =>
      first.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / area;
    expect(moved(next)).toBeGreaterThan(0.8);
    expect(moved(last)).toBeGreaterThan(2);
    for (const frame of [first, last]) {
      for (let y = 0; y < size.height; y += 4) {
        const row = frame.subarray(y * size.width, (y + 1) * size.width);
        // A gap at an edge would show the black of an empty frame: 16 right beside lit pixels.
        for (const [edge, inner] of [
          [0, 6],
          [size.width - 1, size.width - 7],
        ] as const) {
          if ((row[inner] ?? 0) > 70) expect(row[edge]).toBeGreaterThan(24);
        }
      }
    }
  });
});
