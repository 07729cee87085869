import type { Document, Material, Node, Primitive, Texture } from '@gltf-transform/core';
import { corners } from '@assetgen/render';
import type { MeshImage, MeshModel, MeshPart } from './mesh-model.ts';
import { cleanName, readImage, readMaterial } from './read-material.ts';

/** The document of a GLB, with the extensions that describe materials. */
export async function readDocument(glb: Uint8Array): Promise<Document> {
  const [{ NodeIO }, { ALL_EXTENSIONS }] = await Promise.all([
    import('@gltf-transform/core'),
    import('@gltf-transform/extensions'),
  ]);
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(glb);
}

/** A GLB's triangles with all node transforms applied. Unit: that of the GLB. */
export interface ReadModel {
  readonly model: MeshModel;
  /** The largest extent along an axis. */
  readonly largest: number;
}

/** Reads the default scene; lines and points are left out, strips and fans become triangles. */
export async function readModel(glb: Uint8Array): Promise<ReadModel> {
  const document = await readDocument(glb);
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const images = new Map<Texture, MeshImage>();
  for (const [index, texture] of root.listTextures().entries()) {
    images.set(texture, await readImage(texture, index));
  }
  const sources: (Material | null)[] = [];
  const parts: MeshPart[] = [];
  const visit = (node: Node): void => {
    const matrix = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const source = primitive.getMaterial();
      if (!sources.includes(source)) sources.push(source);
      const name = node.getMesh()?.getName() || node.getName() || 'part';
      const part = readPart(
        primitive,
        matrix,
        `${cleanName(name)}_${parts.length}`,
        sources.indexOf(source),
      );
      if (part !== undefined) parts.push(part);
    }
  };
  scene?.traverse(visit);
  const materials = await Promise.all(
    sources.map((source, index) => readMaterial(source, index, images)),
  );
  return { model: { parts, materials }, largest: largestExtent(parts) };
}

/** The same model, every position multiplied by `factor`. */
export function scaleModel(model: MeshModel, factor: number): MeshModel {
  const parts = model.parts.map((part) => ({
    ...part,
    positions: part.positions.map((value) => value * factor),
  }));
  return { ...model, parts };
}

function largestExtent(parts: readonly MeshPart[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of parts) {
    for (const index of indices) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[index * 3 + axis] as number;
        if (value < (low[axis] as number)) low[axis] = value;
        if (value > (high[axis] as number)) high[axis] = value;
      }
    }
  }
  return Math.max(
    0,
    ...high.map((value, axis) => value - (low[axis] as number)).filter(Number.isFinite),
  );
}

type Attribute = ReturnType<Primitive['getAttribute']>;

/** The values as floats, whatever they are stored as. */
function floats(attribute: Attribute, size: number): Float32Array | undefined {
  if (attribute === null) return undefined;
  const array = attribute.getArray();
  if (array instanceof Float32Array && attribute.getElementSize() === size)
    return Float32Array.from(array);
  const values = new Float32Array(attribute.getCount() * size);
  const element: number[] = [];
  for (let index = 0; index < attribute.getCount(); index++) {
    attribute.getElement(index, element);
    for (let axis = 0; axis < size; axis++) values[index * size + axis] = element[axis] ?? 0;
  }
  return values;
}

function readPart(
  primitive: Primitive,
  matrix: readonly number[],
  name: string,
  material: number,
): MeshPart | undefined {
  const positions = floats(primitive.getAttribute('POSITION'), 3);
  if (positions === undefined || primitive.getMode() < 4) return undefined;
  const normals = floats(primitive.getAttribute('NORMAL'), 3);
  const m = (row: number, column: number): number => matrix[column * 4 + row] ?? 0;
  const mirrored =
    m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1)) -
      m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0)) +
      m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0)) <
    0;
  const identity = matrix.every((value, index) => value === (index % 5 === 0 ? 1 : 0));
  if (!identity) {
    transform(positions, rows(m), false);
    if (normals !== undefined) {
      // The cofactor matrix turns normals right under uneven scales; its sign undoes a mirror.
      const sign = mirrored ? -1 : 1;
      const cofactor = (row: number, column: number): number => {
        const [r1, r2, c1, c2] = [(row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3];
        return sign * (m(r1, c1) * m(r2, c2) - m(r1, c2) * m(r2, c1));
      };
      transform(
        normals,
        rows((row, column) => (column < 3 ? cofactor(row, column) : 0)),
        true,
      );
    }
  }
  const indices = Uint32Array.from(corners(primitive, positions.length / 3).index);
  if (mirrored) {
    for (let slot = 0; slot < indices.length; slot += 3) {
      const kept = indices[slot + 1] as number;
      indices[slot + 1] = indices[slot + 2] as number;
      indices[slot + 2] = kept;
    }
  }
  return {
    name,
    material,
    positions,
    normals,
    uvs: floats(primitive.getAttribute('TEXCOORD_0'), 2),
    indices,
  };
}

/** The first three rows of a matrix, one after the other. */
function rows(at: (row: number, column: number) => number): number[] {
  return [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => at(row, column)));
}

function transform(values: Float32Array, m: readonly number[], unit: boolean): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = m;
  for (let slot = 0; slot < values.length; slot += 3) {
    const x = values[slot] as number;
    const y = values[slot + 1] as number;
    const z = values[slot + 2] as number;
    const tx = a * x + b * y + c * z + d;
    const ty = e * x + f * y + g * z + h;
    const tz = i * x + j * y + k * z + l;
    const by = unit ? 1 / (Math.hypot(tx, ty, tz) || 1) : 1;
    values[slot] = tx * by;
    values[slot + 1] = ty * by;
    values[slot + 2] = tz * by;
  }
}
