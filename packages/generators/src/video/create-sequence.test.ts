import { describe, expect, it } from 'vitest';
import type { Film } from './film.ts';
import { createSequence } from './create-sequence.ts';

function plain(value: number): Film {
  return { frameAt: () => new Uint8Array(6).fill(value) };
}

describe('createSequence', () => {
  it('shows each film for its share of the time and fades between them', () => {
    const sequence = createSequence([plain(40), plain(200)], 4);
    const at = (time: number): number | undefined => sequence.frameAt(time)[0];
    expect([at(0), at(1), at(2.01), at(3.9)]).toEqual([40, 40, 200, 200]);
    const fading = [1.2, 1.4, 1.6, 1.8].map(at);
    expect(fading).toEqual([...fading].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(fading[1]).toBeGreaterThan(40);
    expect(fading[2]).toBeLessThan(200);
  });

  it('is the film itself where there is one', () => {
    expect(createSequence([plain(9)], 4).frameAt(3.9)).toEqual(new Uint8Array(6).fill(9));
  });
});
