/** A mesh as arrays: three floats a position, two a texture coordinate, three indices a triangle. */
interface Sphere {
  /** Of a sphere of radius 1 at the origin: also its normals. */
  readonly positions: Float32Array<ArrayBuffer>;
  readonly uvs: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
}

/**
 * The one sphere of all sample models of the tests.
 * @param rings where it is a multiple of 4, the sphere reaches 1 along each axis
 */
export function sphere(rings: number): Sphere {
  const columns = rings * 2;
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= rings; row++) {
    const polar = (row / rings) * Math.PI;
    for (let column = 0; column <= columns; column++) {
      const turn = (column / columns) * 2 * Math.PI;
      const ring = Math.sin(polar);
      positions.push(ring * Math.cos(turn), Math.cos(polar), ring * Math.sin(turn));
      uvs.push(column / columns, row / rings);
    }
  }
  for (let row = 0; row < rings; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const b = a + columns + 1;
      if (row > 0) indices.push(a, a + 1, b);
      if (row < rings - 1) indices.push(a + 1, b + 1, b);
    }
  }
  return {
    positions: Float32Array.from(positions),
    uvs: Float32Array.from(uvs),
    indices: Uint32Array.from(indices),
  };
}
