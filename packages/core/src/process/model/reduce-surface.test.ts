import { Document } from '@gltf-transform/core';
import { floats } from '@assetgen/render';
import { MeshoptSimplifier as simplifier } from 'meshoptimizer';
import { beforeAll, describe, expect, it } from 'vitest';
import { reduceSurface, surfaceOf } from './reduce-surface.ts';
import type { Surface } from './reduce-surface.ts';

/** Hills of 2 × `side` × `side` triangles, whose vertices have their number as u. */
function hills(side: number): Surface {
  const document = new Document();
  const row = side + 1;
  const positions = Array.from({ length: row * row }, (_, at) => {
    const [x, z] = [at % row, Math.floor(at / row)];
    return [x / side, 0.1 * Math.sin(x) * Math.cos(z), z / side];
  });
  const corners = Array.from({ length: side * side }, (_, at) => {
    const from = at + Math.floor(at / side);
    return [from, from + row, from + 1, from + 1, from + row, from + row + 1];
  });
  const numbers = positions.flatMap((_, at) => [at / positions.length, 0]);
  const accessor = (type: 'VEC3' | 'VEC2' | 'SCALAR', array: Float32Array | Uint32Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>);
  const primitive = document
    .createPrimitive()
    .setIndices(accessor('SCALAR', Uint32Array.from(corners.flat())))
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions.flat())))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(numbers)));
  const surface = surfaceOf(primitive, null, floats);
  if (surface === null) throw new Error('no surface');
  return surface;
}

describe('reduceSurface', () => {
  beforeAll(() => simplifier.ready);
  const whole = hills(40);
  const trianglesOf = ({ corners }: Surface): number => corners.length / 3;

  it('makes one of another, and the last still knows the vertices of the first', () => {
    const half = reduceSurface(simplifier, whole, 1600, 1);
    const tenth = reduceSurface(simplifier, half, 320, 1);
    expect(trianglesOf(half)).toBeLessThanOrEqual(1600);
    expect(trianglesOf(tenth)).toBeLessThanOrEqual(320);
    expect(trianglesOf(tenth)).toBeGreaterThan(200);
    const { vertices, seen, positions } = tenth;
    const all = whole.positions.length / 3;
    expect(vertices?.length).toBe(positions.length / 3);
    for (const [at, vertex] of [...(vertices ?? [])].entries()) {
      expect(seen?.values[at * 2]).toBeCloseTo(vertex / all, 6);
      expect(positions[at * 3]).toBe(whole.positions[vertex * 3]);
    }
  });

  it('adds up how far it went, and goes no farther than it may', () => {
    const half = reduceSurface(simplifier, whole, 1600, 1);
    const tenth = reduceSurface(simplifier, half, 320, 1);
    expect(half.error).toBeGreaterThan(0);
    expect(tenth.error).toBeGreaterThan(half.error);
    const bound = (half.error + tenth.error) / 2;
    const bounded = reduceSurface(simplifier, half, 320, bound);
    expect(bounded.error).toBeLessThanOrEqual(bound);
    expect(trianglesOf(bounded)).toBeGreaterThan(trianglesOf(tenth));
  });

  it('is the same surface where nothing is left to take, or no error', () => {
    const half = reduceSurface(simplifier, whole, 1600, 1);
    expect(reduceSurface(simplifier, half, 1600, 1)).toBe(half);
    expect(reduceSurface(simplifier, half, 320, half.error)).toBe(half);
  });
});

/** A flat strip of `length` squares along x. */
function strip(length: number) {
  const document = new Document();
  const columns = Array.from({ length: length + 1 }, (_, at) => at);
  const accessor = (type: 'VEC3' | 'VEC4' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>);
  const corners = columns
    .slice(1)
    .flatMap((at) => [2, 1, 0, 1, 2, 3].map((corner) => at * 2 - 2 + corner));
  const positions = columns.flatMap((x) => [x, 0, 0, x, 0, 1]);
  const primitive = document
    .createPrimitive()
    .setIndices(accessor('SCALAR', Uint16Array.from(corners)))
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)));
  return { document, primitive, columns, accessor };
}

describe('what moves a vertex', () => {
  beforeAll(() => simplifier.ready);
  /** Where the columns of the reduced strip stand. */
  const columnsOf = ({ positions }: Surface): number[] =>
    [...new Set(positions.filter((_, at) => at % 3 === 0))].sort((a, b) => a - b);
  const reduced = (surface: Surface | null): Surface => {
    if (surface === null) throw new Error('no surface');
    return reduceSurface(simplifier, surface, 2, 0.01);
  };

  it('does not count where nothing moves', () => {
    expect(columnsOf(reduced(surfaceOf(strip(20).primitive, null, floats)))).toEqual([0, 20]);
  });

  it('counts: a straight arm keeps its elbow', () => {
    const { document, primitive, columns, accessor } = strip(20);
    // The upper arm up to 9, the forearm from 11 on.
    const weights = columns.flatMap((x) => {
      const lower = Math.min(1, Math.max(0, (x - 9) / 2));
      return [1 - lower, lower, 0, 0, 1 - lower, lower, 0, 0];
    });
    const joints = columns.flatMap(() => [0, 1, 0, 0, 0, 1, 0, 0]);
    primitive
      .setAttribute('JOINTS_0', accessor('VEC4', Uint16Array.from(joints)))
      .setAttribute('WEIGHTS_0', accessor('VEC4', Float32Array.from(weights)));
    const [upper, lower] = [0, 10].map((x) => document.createNode().setTranslation([x, 0, 0]));
    const skin = document.createSkin().addJoint(upper!).addJoint(lower!);
    expect(columnsOf(reduced(surfaceOf(primitive, skin, floats)))).toEqual([0, 9, 11, 20]);
  });

  it.each([1, 7])('counts: of %i morph targets the last bends it', (targets) => {
    const { document, primitive, columns, accessor } = strip(20);
    for (let left = targets; left > 0; left--) {
      const bend = (x: number): number => (left === 1 ? Math.max(0, x - 10) : 0);
      const shift = columns.flatMap((x) => [0, bend(x), 0, 0, bend(x), 0]);
      const target = document.createPrimitiveTarget();
      primitive.addTarget(
        target.setAttribute('POSITION', accessor('VEC3', Float32Array.from(shift))),
      );
    }
    expect(columnsOf(reduced(surfaceOf(primitive, null, floats)))).toEqual([0, 10, 20]);
  });
});
