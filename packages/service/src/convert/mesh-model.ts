/** A model as the writers need it: plain triangles in world space, in millimetres, Y up. */
export interface MeshModel {
  readonly parts: readonly MeshPart[];
  readonly materials: readonly MeshMaterial[];
}

/** Triangles of one material. */
export interface MeshPart {
  readonly name: string;
  /** Index into `materials`. */
  readonly material: number;
  /** Three numbers a vertex. Unit: millimetres. */
  readonly positions: Float32Array;
  /** Three numbers a vertex, of length one. */
  readonly normals: Float32Array | undefined;
  /** Two numbers a vertex; 0, 0 is the upper left corner of the image, as in glTF. */
  readonly uvs: Float32Array | undefined;
  /** Three a triangle, counterclockwise seen from outside. */
  readonly indices: Uint32Array;
}

export interface MeshMaterial {
  readonly name: string;
  /** Linear red, green, blue and opacity, 0 to 1. */
  readonly colour: readonly [number, number, number, number];
  readonly metallic: number;
  readonly roughness: number;
  /** What a format without `surfaceImage` gets: its average, times the factors above. */
  readonly average: { readonly metallic: number; readonly roughness: number };
  readonly emissive: readonly [number, number, number];
  readonly colourImage: MeshImage | undefined;
  readonly normalImage: MeshImage | undefined;
  /** Green is roughness, blue is metalness, as in glTF. */
  readonly surfaceImage: MeshImage | undefined;
}

export interface MeshImage {
  /** File name with extension; unique in the model. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

export function triangleCount(model: MeshModel): number {
  return model.parts.reduce((sum, part) => sum + part.indices.length / 3, 0);
}
