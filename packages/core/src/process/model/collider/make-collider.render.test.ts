import { ColliderDesc, Ray, World, init } from '@dimforge/rapier3d-compat';
import { Document, NodeIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeModel } from '../../../../../generators/src/model/make-model.ts';
import type { ColliderShape } from '../../../manifest/manifest.ts';
import { figureGlb } from '../../../testing/figure.ts';
import { sampleGlb } from '../../../testing/sample-glb.ts';
import { openModel } from '../open-model.ts';
import type { ConvexHull } from './convex-hull.ts';
import { convexHull, hullVolume } from './convex-hull.ts';
import type { Collider } from './make-collider.ts';
import { makeCollider } from './make-collider.ts';

type Point = readonly [number, number, number];

/** A document of triangles, or of points alone. */
function modelOf(points: readonly Point[], indices?: readonly number[]): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = () => document.createAccessor().setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setMode(indices === undefined ? 0 : 4)
    .setAttribute('POSITION', accessor().setType('VEC3').setArray(new Float32Array(points.flat())));
  if (indices !== undefined) {
    primitive.setIndices(accessor().setType('SCALAR').setArray(new Uint16Array(indices)));
  }
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  return document;
}

/** 0 to 1, the same for the same number. */
function hash(seed: number): number {
  let t = Math.imul(seed + 1, 0x6d2b79f5);
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const scattered = (count: number, stretch: Point = [1, 1, 1]): Point[] =>
  Array.from({ length: count }, (_, at) => {
    const [u, v] = [hash(at * 2) * 2 * Math.PI, Math.acos(2 * hash(at * 2 + 1) - 1)];
    return [
      stretch[0] * Math.sin(v) * Math.cos(u) + 5,
      stretch[1] * Math.cos(v) - 2,
      stretch[2] * Math.sin(v) * Math.sin(u),
    ];
  });

/** How far the farthest of the points is outside, as a share of the model's size. */
function outside(collider: Collider, points: readonly Point[]): number {
  const sizes = [0, 1, 2].map((axis) => {
    const all = points.map((point) => point[axis] ?? 0);
    return Math.max(...all) - Math.min(...all);
  });
  const distance = distanceFrom(collider);
  return Math.max(...points.map(distance)) / Math.max(...sizes);
}

function distanceFrom(collider: Collider): (point: Point) => number {
  if (collider.shape === 'hulls') {
    const hulls = collider.hulls.map(facesOf);
    return (point) => Math.min(...hulls.map((faces) => outsideFaces(faces, point)));
  }
  const { center } = collider;
  return ([x, y, z]) => {
    const [dx, dy, dz] = [x - center[0], y - center[1], z - center[2]];
    switch (collider.shape) {
      case 'box': {
        const [hx, hy, hz] = collider.halfExtents;
        return Math.max(Math.abs(dx) - hx, Math.abs(dy) - hy, Math.abs(dz) - hz);
      }
      case 'sphere':
        return Math.hypot(dx, dy, dz) - collider.radius;
      case 'capsule': {
        const along = { x: dx, y: dy, z: dz }[collider.axis];
        const beyond = Math.max(0, Math.abs(along) - collider.halfHeight);
        const off = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along));
        return Math.hypot(off, beyond) - collider.radius;
      }
    }
  };
}

/** A point of a face, and the direction out of it, of length 1. */
type Face = readonly [at: Point, out: Point];

function facesOf({ vertices, indices }: ConvexHull): Face[] {
  const at = (index: number): Point => [
    vertices[index * 3] ?? 0,
    vertices[index * 3 + 1] ?? 0,
    vertices[index * 3 + 2] ?? 0,
  ];
  const faces: Face[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [at(indices[t] ?? 0), at(indices[t + 1] ?? 0), at(indices[t + 2] ?? 0)];
    const [u, v] = [b.map((each, k) => each - a[k]!), c.map((each, k) => each - a[k]!)];
    const [x, y, z] = [
      u[1]! * v[2]! - u[2]! * v[1]!,
      u[2]! * v[0]! - u[0]! * v[2]!,
      u[0]! * v[1]! - u[1]! * v[0]!,
    ];
    const length = Math.hypot(x, y, z);
    if (length > 0) faces.push([a, [x / length, y / length, z / length]]);
  }
  return faces;
}

function outsideFaces(faces: readonly Face[], [x, y, z]: Point): number {
  let most = -Infinity;
  for (const [at, out] of faces) {
    const height = out[0] * (x - at[0]) + out[1] * (y - at[1]) + out[2] * (z - at[2]);
    most = Math.max(most, height);
  }
  return most;
}

/** Every vertex, where it is drawn. */
function placesOf(document: Document): Point[] {
  return document
    .getRoot()
    .listNodes()
    .flatMap((node) => {
      const m = node.getWorldMatrix();
      const at = (row: number, [x = 0, y = 0, z = 0]: readonly number[]): number =>
        m[row]! * x + m[row + 4]! * y + m[row + 8]! * z + m[row + 12]!;
      return (node.getMesh()?.listPrimitives() ?? []).flatMap((primitive) => {
        const position = primitive.getAttribute('POSITION')!;
        return Array.from({ length: position.getCount() }, (_, index): Point => {
          const point = position.getElement(index, []);
          return [at(0, point), at(1, point), at(2, point)];
        });
      });
    });
}

/** An L of two boxes: far from convex. */
const CORNER: readonly Point[] = [
  [0, 0],
  [4, 0],
  [4, 1],
  [1, 1],
  [1, 4],
  [0, 4],
].flatMap(([x = 0, y = 0]): Point[] => [
  [x, y, 0],
  [x, y, 1],
]);
// oxfmt-ignore
const CORNER_FACES = [
  ...[0, 1, 2, 3, 4, 5].flatMap((at) => {
    const [a, b] = [at * 2, ((at + 1) % 6) * 2];
    return [a, b, b + 1, a, b + 1, a + 1];
  }),
  0, 4, 2, 0, 6, 4, 0, 8, 6, 0, 10, 8,
  1, 3, 5, 1, 5, 7, 1, 7, 9, 1, 9, 11,
];

describe('a collider', () => {
  beforeAll(() => init());

  const SHAPES: readonly ColliderShape[] = ['box', 'sphere', 'capsule', 'hull', 'hulls:8'];
  it.each(SHAPES)('encloses every vertex: %s', async (shape) => {
    const clouds: Point[][] = [
      scattered(1500),
      scattered(1000, [0.2, 3, 0.3]),
      scattered(40),
      [...CORNER],
    ];
    for (const points of clouds) {
      expect(outside(await makeCollider(modelOf(points), shape), points)).toBeLessThan(0.01);
    }
  });

  it.each(SHAPES)('is one that Rapier takes, with every vertex in it: %s', async (shape) => {
    const world = new World({ x: 0, y: -9.81, z: 0 });
    const collider = await makeCollider(modelOf(CORNER, CORNER_FACES), shape);
    for (const each of describeShapes(collider)) world.createCollider(each);
    world.step();
    for (const [x, y, z] of CORNER) {
      const { point } = world.projectPoint({ x, y, z }, true) ?? {};
      if (point === undefined) throw new Error('nothing there');
      expect(Math.hypot(point.x - x, point.y - y, point.z - z)).toBeLessThan(0.04);
    }
    // Far above the L, and far below.
    const hit = world.castRay(new Ray({ x: 0.5, y: 50, z: 0.5 }, { x: 0, y: -1, z: 0 }), 99, true);
    expect(hit?.timeOfImpact).toBeGreaterThan(40);
    expect(hit?.timeOfImpact).toBeLessThan(46.1);
    world.free();
  });

  it('of one hull has no more vertices than asked for, and hardly more volume', async () => {
    const points = scattered(4000, [1, 2, 0.5]);
    const made = await makeCollider(modelOf(points), 'hull');
    if (made.shape !== 'hulls') throw new Error(made.shape);
    const [hull] = made.hulls;
    expect(made.hulls).toHaveLength(1);
    expect((hull?.vertices.length ?? 0) / 3).toBeLessThanOrEqual(64);
    const exact = (4 / 3) * Math.PI * 2 * 0.5;
    expect(hull === undefined ? 0 : hullVolume(hull)).toBeGreaterThan(exact * 0.9);
    expect(hull === undefined ? 0 : hullVolume(hull)).toBeLessThan(exact * 1.15);
  });

  it('of several hulls follows what one hull fills', async () => {
    const volume = async (shape: ColliderShape): Promise<number> => {
      const made = await makeCollider(modelOf(CORNER, CORNER_FACES), shape);
      if (made.shape !== 'hulls') throw new Error(made.shape);
      return made.hulls.reduce((sum, hull) => sum + hullVolume(hull), 0);
    };
    // The L itself is 7; its hull is 11.5.
    expect(await volume('hull')).toBeCloseTo(11.5);
    expect(await volume('hulls:2')).toBeLessThan(10);
    expect(await volume('hulls:8')).toBeLessThan(8);
  });

  it('of what is flat, or a line, or a point, is thin, and an engine takes it', async () => {
    const flat: Point[] = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [0, 0, 1],
    ];
    const line: Point[] = [
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
    ];
    const point: Point[] = [[3, 3, 3]];
    for (const points of [flat, line]) {
      for (const shape of SHAPES) {
        const made = await makeCollider(modelOf(points), shape);
        expect(outside(made, points)).toBeLessThan(0.01);
        expect(describeShapes(made).length).toBeGreaterThan(0);
      }
    }
    expect(convexHull(new Float64Array(point.flat()), 64).vertices.every(Number.isFinite)).toBe(
      true,
    );
    await expect(makeCollider(new Document(), 'hull')).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
    });
  });

  it('is an output as JSON and as a GLB that is valid, placed as its model is', async () => {
    const { glb } = await sampleGlb(12);
    const options = { ground: true, scale: { height: 4 } } as const;
    const steps = [
      { type: 'model', options },
      { type: 'collider', format: 'json', shape: 'box', options },
      { type: 'collider', format: 'glb', shape: 'hulls:4', options },
    ] as const;
    const opened = await openModel(glb, steps);
    const { meta } = await opened.make(steps[0]);
    const json = await opened.make(steps[1]);
    const shape = JSON.parse(Buffer.from(json.bytes ?? []).toString()) as Collider;
    if (shape.shape !== 'box') throw new Error(shape.shape);
    const { min = [], max = [] } = meta.bounds ?? {};
    shape.center.forEach((middle, axis) => {
      expect(middle - shape.halfExtents[axis]!).toBeCloseTo(min[axis]!, 3);
      expect(middle + shape.halfExtents[axis]!).toBeCloseTo(max[axis]!, 3);
    });
    const { bytes } = await opened.make(steps[2]);
    expect((await validateBytes(bytes ?? new Uint8Array())).issues.numErrors).toBe(0);
    const root = (await new NodeIO().readBinary(bytes ?? new Uint8Array())).getRoot();
    // Two spheres that are apart.
    expect(root.listMeshes().length).toBeGreaterThanOrEqual(2);
    expect(root.listMeshes().length).toBeLessThanOrEqual(4);
  });

  it.each(['a small red dragon', 'a castle'])(
    'of a generated model is a few small hulls that Rapier takes: %s',
    async (prompt) => {
      const spec = {
        prompt,
        seed: 'collider',
        quality: 'standard',
        faces: 3000,
        pbr: false,
      } as const;
      const glb = await makeModel({ ...spec, meshOnly: true, enhance: false, draft: true });
      const document = await new NodeIO().readBinary(glb);
      const points = placesOf(document);
      const volumes: number[] = [];
      for (const shape of ['hull', 'hulls:8'] as const) {
        const made = await makeCollider(document, shape);
        if (made.shape !== 'hulls') throw new Error(made.shape);
        expect(made.hulls.length).toBeLessThanOrEqual(shape === 'hull' ? 1 : 8);
        for (const { vertices } of made.hulls) {
          expect(vertices.length / 3).toBeLessThanOrEqual(64);
        }
        expect(outside(made, points)).toBeLessThan(0.01);
        expect(describeShapes(made)).toHaveLength(made.hulls.length);
        volumes.push(made.hulls.reduce((sum, hull) => sum + hullVolume(hull), 0));
      }
      const [one = 0, eight = 0] = volumes;
      expect(eight).toBeLessThan(one);
    },
  );

  it('of a figure follows its bones', async () => {
    const document = await new NodeIO().readBinary(await figureGlb());
    const made = await makeCollider(document, 'capsule');
    expect(made).toMatchObject({ shape: 'capsule', axis: 'y' });
  });
});

function describeShapes(collider: Collider): ColliderDesc[] {
  if (collider.shape === 'hulls') {
    return collider.hulls.map(({ vertices, indices }) => {
      const made = ColliderDesc.convexMesh(Float32Array.from(vertices), Uint32Array.from(indices));
      const hull = ColliderDesc.convexHull(Float32Array.from(vertices));
      if (made === null || hull === null) throw new Error('Rapier takes no such hull');
      return made;
    });
  }
  const [x, y, z] = collider.center;
  switch (collider.shape) {
    case 'box':
      return [ColliderDesc.cuboid(...collider.halfExtents).setTranslation(x, y, z)];
    case 'sphere':
      return [ColliderDesc.ball(collider.radius).setTranslation(x, y, z)];
    case 'capsule': {
      const [qx, qy, qz, w] = collider.rotation;
      const made = ColliderDesc.capsule(collider.halfHeight, collider.radius);
      return [made.setTranslation(x, y, z).setRotation({ x: qx, y: qy, z: qz, w })];
    }
  }
}
