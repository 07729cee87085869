import { describe, expect, it } from 'vitest';
import type { OutputMeta } from '../lock/lock.ts';
import { digest } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import { brokenLimit, checkExpect } from './check-expect.ts';

function problem(entry: Record<string, unknown>, meta: OutputMeta, bytes = 100): string {
  const asset = assetOf(entry);
  const [output] = asset.outputs;
  if (output === undefined) throw new Error('no output');
  try {
    checkExpect(asset, output, { digest: digest('x'), bytes, meta });
  } catch (error) {
    expect(error).toMatchObject({
      code: 'ASSETGEN_EXPECT',
      hint: expect.stringMatching(/The result is kept.*`assetgen pick a N`.*`assetgen reroll a`/),
    });
    return (error as Error).message;
  }
  return 'fine';
}

describe('checkExpect', () => {
  const image = { kind: 'image', prompt: 'x' };

  it.each<[Record<string, unknown>, OutputMeta, string]>([
    [{ ...image, expect: { maxBytes: 100 } }, {}, 'fine'],
    [{ ...image, expect: { maxBytes: 99 } }, {}, 'a.webp: expected maxBytes 99, found 100 bytes'],
    [{ ...image, expect: { minWidth: 640 } }, { width: 640 }, 'fine'],
    [
      { ...image, expect: { minWidth: 641 } },
      { width: 640 },
      'a.webp: expected minWidth 641, found a width of 640',
    ],
    [
      { ...image, expect: { minHeight: 9 } },
      { height: 8 },
      'a.webp: expected minHeight 9, found a height of 8',
    ],
    [
      { kind: 'model', prompt: 'x', expect: { maxTriangles: 10 } },
      { triangles: 11 },
      'a.glb: expected maxTriangles 10, found 11 triangles',
    ],
    [
      { kind: 'model', prompt: 'x', expect: { maxGpuBytes: 999 } },
      { gpuBytes: 1000, maps: [] },
      'a.glb: expected maxGpuBytes 999, found 1000 bytes',
    ],
    [
      { kind: 'model', prompt: 'x', expect: { maxGpuBytes: 2000 } },
      {
        gpuBytes: 2500,
        maps: [
          { roles: ['normal'], width: 8, height: 8, format: 'uastc', gpuBytes: 80 },
          {
            roles: ['metallicRoughness', 'occlusion'],
            width: 32,
            height: 16,
            format: 'webp',
            gpuBytes: 2400,
          },
        ],
      },
      'a.glb: expected maxGpuBytes 2000, found 2500 bytes, 2400 of them metallicRoughness and occlusion of 32 × 16 pixels as webp',
    ],
    [{ kind: 'model', prompt: 'x', expect: { maxDrawCalls: 3 } }, { drawCalls: 3 }, 'fine'],
    [
      { kind: 'model', prompt: 'x', expect: { maxDrawCalls: 3 } },
      { drawCalls: 4 },
      'a.glb: expected maxDrawCalls 3, found 4 draw calls',
    ],
    [
      { kind: 'video', prompt: 'x', expect: { maxDuration: 5 } },
      { duration: 5.2 },
      'a.mp4: expected maxDuration 5, found 5.2 seconds',
    ],
  ])('holds %j against %j', (entry, meta, expected) => {
    const message = problem(entry, meta);
    expect(message).toBe(expected);
    // What is kept in words tells its limit again.
    const [[key, limit] = []] = Object.entries(entry['expect'] ?? {});
    const told = message === 'fine' ? null : expect.objectContaining({ key, limit });
    expect(brokenLimit(message)).toEqual(told);
  });

  it('rejects a GLB that the validator finds errors in, unless told to take it', () => {
    const meta = { invalid: '1 error, the first at /meshes/0: x' };
    const model = { kind: 'model', prompt: 'x' };
    expect(problem(model, meta)).toBe(
      'a.glb: expected a valid GLB, found 1 error, the first at /meshes/0: x',
    );
    expect(brokenLimit(problem(model, meta))).toBeNull();
    expect(problem({ ...model, expect: { valid: false } }, meta)).toBe('fine');
    expect(problem({ ...model, expect: { valid: false, maxBytes: 1 } }, meta)).toMatch(/maxBytes/);
  });

  it('asks a least size of what is as it came, not of what is made small on purpose', () => {
    const small = { ...image, outputs: [{ format: 'webp', width: 64 }], expect: { minWidth: 640 } };
    expect(problem(small, { width: 64 })).toBe('fine');
  });

  it('has no opinion on facts that are not known', () => {
    const limits = { maxTriangles: 1, minWidth: 9, minHeight: 9, maxDuration: 1 };
    expect(problem({ ...image, expect: limits }, {})).toBe('fine');
  });
});
