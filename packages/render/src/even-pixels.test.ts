import { describe, expect, it } from 'vitest';
import type { Camera } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { evenPixels } from './even-pixels.ts';
import { rasterise } from './rasterise.ts';

/** A parallel view along z: a unit is a sample. */
const CAMERA: Camera = {
  eye: [0, 0, 0],
  right: [1, 0, 0],
  up: [0, -1, 0],
  away: [0, 0, 1],
  focal: 0,
  centerX: 0,
  centerY: 0,
  scale: 1,
};
const FRAME = { width: 32, height: 32 };

/** Squares between corners: left, right, and the depth at both. All of them 32 high. */
function strips(all: readonly (readonly [number, number, number, number])[]): DrawnMesh {
  const position = all.flatMap(([left, right, from, to]) => [
    [left, 0, from],
    [right, 0, to],
    [right, 32, to],
    [left, 32, from],
  ]);
  const index = all.flatMap((_, at) => [0, 1, 2, 0, 2, 3].map((corner) => at * 4 + corner));
  return {
    position: Float32Array.from(position.flat()),
    normal: new Float32Array(position.length * 3),
    tangent: undefined,
    index: Uint32Array.from(index),
    shape: 'triangles',
    colors: undefined,
    material: { alpha: 'opaque' } as DrawnMesh['material'],
  };
}

/** Of the row in the middle. */
function evenOf(...meshes: readonly DrawnMesh[]): string {
  const seen = rasterise(meshes, CAMERA, FRAME, { draws: () => true });
  return [...evenPixels(seen, CAMERA).subarray(16 * 8, 16 * 9)].join('');
}

describe('evenPixels', () => {
  it('are those within a surface that goes on', () => {
    expect(evenOf(strips([[0, 32, 5, 40]]))).toBe('0111111111111110');
    expect(evenOf(strips([[4, 28, 5, 5]]))).toBe('0001111111111000');
  });

  it.each([
    [
      'an edge',
      strips([
        [0, 16, 5, 21],
        [16, 32, 21, 5],
      ]),
    ],
    [
      'an edge between two samples of a pixel',
      strips([
        [0, 17, 5, 22],
        [17, 32, 22, 5],
      ]),
    ],
    [
      'a step',
      strips([
        [0, 16, 5, 5],
        [16, 32, 9, 9],
      ]),
    ],
    [
      'a step between two samples of a pixel',
      strips([
        [0, 17, 5, 5],
        [17, 32, 9, 9],
      ]),
    ],
  ])('are none at %s', (_name, mesh) => {
    expect(evenOf(mesh)).toMatch(/^01{6,7}0{1,2}1{6,7}0$/);
  });

  it('are none where a pixel sees two meshes', () => {
    expect(evenOf(strips([[0, 17, 5, 5]]), strips([[17, 32, 5, 5]]))).toBe('0111111101111110');
  });
});
