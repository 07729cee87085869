import { describe, expect, it } from 'vitest';
import { enlargeFilm } from './enlarge-film.ts';

describe('enlargeFilm', () => {
  it('keeps flat planes flat and gradients in order', () => {
    const from = { width: 4, height: 4 };
    const source = new Uint8Array(24).fill(90, 16, 20).fill(200, 20);
    for (const y of [0, 4, 8, 12]) source.set([10, 60, 110, 160], y);
    const frame = enlargeFilm({ frameAt: () => source }, from, { width: 10, height: 6 }).frameAt(0);
    expect(frame).toHaveLength(90);
    const row = [...frame.subarray(20, 30)];
    expect(row).toEqual([...row].sort((a, b) => a - b));
    expect([row[0], row[9]]).toEqual([10, 160]);
    expect(new Set(frame.subarray(60, 75))).toEqual(new Set([90]));
    expect(new Set(frame.subarray(75))).toEqual(new Set([200]));
  });
});
