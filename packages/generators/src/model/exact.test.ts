import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { modelSpec } from '../testing/model-facts.ts';
import { angleTurn, cosTurn, sinTurn } from './exact-math.ts';
import { makeChibi } from './make-chibi.ts';
import { makeModel } from './make-model.ts';

const digest = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16);

describe('exact-math', () => {
  it('is near the real functions', () => {
    for (let i = -40; i <= 40; i++) {
      const turns = i / 17;
      expect(sinTurn(turns)).toBeCloseTo(Math.sin(turns * 2 * Math.PI), 9);
      expect(cosTurn(turns)).toBeCloseTo(Math.cos(turns * 2 * Math.PI), 9);
      const angle = (i / 81) * 2 * Math.PI;
      expect(angleTurn(Math.sin(angle), Math.cos(angle))).toBeCloseTo(i / 81, 5);
    }
  });
});

/** The same on Node 20, 22 and 24 (`npm run test:node`). A change here changes what users get for the same prompt. */
describe('the bytes of models', () => {
  it.each([
    ['a small red dragon', '7a8e184e1bc9100d'],
    ['an old wizard', 'a60168eb966527a0'],
    ['a castle', '3002a3a5c21f33f5'],
    ['a mossy rock', 'c0380e502bfd6a3c'],
    ['serendipity', '2970794ff61e8070'],
  ])('are those of ever for the mesh of %s', async (prompt, known) => {
    const glb = await makeModel(modelSpec({ prompt, meshOnly: true, seed: 'exact' }));
    expect(digest(glb)).toBe(known);
  });

  // Encoders have code of their own for each processor, so these hold for one.
  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'are those of ever with their textures',
    async () => {
      const image = new Uint8Array(
        await sharp(
          Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="90" r="70" fill="#d83"/></svg>',
          ),
        )
          .png()
          .toBuffer(),
      );
      expect({
        draft: digest(await makeModel(modelSpec({ prompt: 'a small red dragon', draft: true }))),
        full: digest(await makeModel(modelSpec({ prompt: 'a cozy house', faces: 100_000 }))),
        image: digest(await makeModel(modelSpec({ prompt: '', image }))),
        chibi: digest(await makeChibi({ image, style: 'chibi', seed: 'exact', draft: true })),
      }).toEqual({
        draft: '739c96f8ad930b1d',
        full: '487e35d2db1340cf',
        image: '2f397dd800e45446',
        chibi: 'f692a5028be0233b',
      });
    },
  );
});
