import { drawModel } from '@assetgen/render';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { modelSpec } from '../testing/model-facts.ts';
import { makeModel } from './make-model.ts';

async function meanColor(png: Uint8Array): Promise<number[]> {
  const { channels } = await sharp(png)
    .extract({ left: 36, top: 36, width: 24, height: 24 })
    .stats();
  return channels.map((channel) => channel.mean);
}

describe('drawModel of what makeModel made', () => {
  it('draws a square PNG in the colour of the prompt, twice the same', async () => {
    const draw = async (prompt: string): Promise<Uint8Array> =>
      drawModel(await makeModel(modelSpec({ prompt, faces: 20_000, seed: 'draw' })), 96);
    const red = await draw('a red sphere');
    expect(await sharp(red).metadata()).toMatchObject({ format: 'png', width: 96, height: 96 });
    expect(Buffer.compare(red, await draw('a red sphere'))).toBe(0);
    const [r, g, b] = await meanColor(red);
    expect(r).toBeGreaterThan(1.3 * Math.max(g!, b!));
    const [, , blue] = await meanColor(await draw('a blue sphere'));
    expect(blue).toBeGreaterThan(b! * 1.3);
  });

  it.each(['skull', 'vase'])('shows of what a %s is made', async (noun) => {
    const words = ['', 'clay', 'metal', 'wooden', 'glass', 'golden', 'rusty'];
    const looks = await Promise.all(
      words.map(async (word) => {
        const spec = { prompt: `a ${word} ${noun}`, draft: true, pbr: true, seed: 'draw' };
        return meanColor(await drawModel(await makeModel(modelSpec(spec)), 96));
      }),
    );
    const near = looks.flatMap((one, i) =>
      looks.slice(0, i).map((other, j) => ({
        words: `${words[i]} and ${words[j]}`,
        apart: Math.hypot(...one.map((value, k) => value - other[k]!)),
      })),
    );
    expect(near.filter(({ apart }) => apart < 2)).toEqual([]);
  });
});
