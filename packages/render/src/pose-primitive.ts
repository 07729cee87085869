import type { mat4, Node, Primitive } from '@gltf-transform/core';
import { floats } from './vertex-data.ts';

/** Vertices of a primitive in the world, at rest. Of a node that moves nothing they are the arrays of the document. */
export interface Posed {
  readonly position: Float32Array;
  readonly normal: Float32Array | undefined;
  readonly tangent: Float32Array | undefined;
}

/**
 * Puts a primitive of a node into world space: morph targets by their weights, skins by their
 * joints (whose mesh's own node then has no say: glTF 2.0, section 3.7.3.3), else by the node.
 */
export function posePrimitive(node: Node, primitive: Primitive): Posed {
  const position = morphed(node, primitive, 'POSITION') ?? new Float32Array();
  const normal = morphed(node, primitive, 'NORMAL');
  const tangent = floats(primitive.getAttribute('TANGENT'));
  const skin = skinOf(node, primitive);
  if (skin === null) {
    const matrix = node.getWorldMatrix();
    if (matrix.every((value, at) => value === (at % 5 === 0 ? 1 : 0)))
      return { position, normal, tangent };
    return {
      position: moved(position, matrix, null),
      normal: normal && turned(normal, 3, cofactors(matrix), null),
      tangent: tangent && turned(tangent, 4, evenly(matrix, 1), null),
    };
  }
  const each = skinMatrices(skin);
  return {
    position: moved(position, null, each),
    normal: normal && turned(normal, 3, null, each),
    tangent: tangent && turned(tangent, 4, null, each),
  };
}

function morphed(node: Node, primitive: Primitive, semantic: string): Float32Array | undefined {
  const base = floats(primitive.getAttribute(semantic));
  if (base === undefined) return undefined;
  const own = node.getWeights();
  const weights = own.length > 0 ? own : (node.getMesh()?.getWeights() ?? []);
  let out = base;
  primitive.listTargets().forEach((target, index) => {
    const weight = weights[index] ?? 0;
    const change = floats(target.getAttribute(semantic));
    if (weight === 0 || change === undefined) return;
    if (out === base) out = base.slice();
    for (let i = 0; i < out.length; i++) out[i]! += weight * change[i]!;
  });
  return out;
}

type MatrixOf = (vertex: number) => Float64Array;

/** Positions by one matrix, or by one for each vertex. */
function moved(
  source: Float32Array,
  matrix: ArrayLike<number> | null,
  matrixOf: MatrixOf | null,
): Float32Array {
  const out = new Float32Array(source.length);
  const one = Float64Array.from(matrix ?? []);
  for (let i = 0; i < source.length; i += 3) {
    const m = matrixOf === null ? one : matrixOf(i / 3);
    const x = source[i]!;
    const y = source[i + 1]!;
    const z = source[i + 2]!;
    out[i] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    out[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    out[i + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  }
  return out;
}

/** Directions, `wide` floats each; what is beyond three stays. */
function turned(
  source: Float32Array,
  wide: 3 | 4,
  matrix: ArrayLike<number> | null,
  matrixOf: MatrixOf | null,
): Float32Array {
  const out = source.slice();
  const one = Float64Array.from(matrix ?? []);
  for (let i = 0; i < source.length; i += wide) {
    const m = matrixOf === null ? one : matrixOf(i / wide);
    const x = source[i]!;
    const y = source[i + 1]!;
    const z = source[i + 2]!;
    out[i] = m[0]! * x + m[4]! * y + m[8]! * z;
    out[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z;
    out[i + 2] = m[2]! * x + m[6]! * y + m[10]! * z;
  }
  return out;
}

/** What turns normals as `m` turns surfaces, also where a node is scaled unevenly. */
function cofactors(m: mat4): number[] {
  const out = Array.from({ length: 16 }, () => 0);
  for (let column = 0; column < 3; column++) {
    const a = ((column + 1) % 3) * 4;
    const b = ((column + 2) % 3) * 4;
    for (let row = 0; row < 3; row++) {
      const i = (row + 1) % 3;
      const j = (row + 2) % 3;
      out[column * 4 + row] = m[a + i]! * m[b + j]! - m[a + j]! * m[b + i]!;
    }
  }
  const size = m[0]! * out[0]! + m[1]! * out[1]! + m[2]! * out[2]!;
  return evenly(out, size < 0 ? -1 : 1);
}

/** The same directions, about one long: a quantised mesh is drawn ten thousand times smaller than it is. */
function evenly(m: ArrayLike<number>, sign: number): number[] {
  const most = Math.max(...Array.from(m).slice(0, 11).map(Math.abs));
  return Array.from(m, (value) => (most > 0 ? (value / most) * sign : value));
}

interface Skinned {
  /** Of each joint, from the mesh to the world. */
  readonly matrices: readonly (readonly number[])[];
  readonly joints: readonly ArrayLike<number>[];
  readonly weights: readonly Float32Array[];
}

function skinOf(node: Node, primitive: Primitive): Skinned | null {
  const skin = node.getSkin();
  const joints: ArrayLike<number>[] = [];
  const weights: Float32Array[] = [];
  for (let set = 0; ; set++) {
    const joint = primitive.getAttribute(`JOINTS_${set}`)?.getArray();
    const weight = floats(primitive.getAttribute(`WEIGHTS_${set}`));
    if (!joint || !weight) break;
    joints.push(joint);
    weights.push(weight);
  }
  if (!skin || joints.length === 0) return null;
  const inverse = skin.getInverseBindMatrices();
  const matrices = skin.listJoints().map((joint, index) => {
    const world = joint.getWorldMatrix();
    return inverse ? times(world, inverse.getElement(index, [])) : [...world];
  });
  return { matrices, joints, weights };
}

/** One array, filled anew for every vertex that is asked for. */
function skinMatrices({ matrices, joints, weights }: Skinned): MatrixOf {
  const out = new Float64Array(16);
  return function matrixOf(vertex) {
    out.fill(0);
    let sum = 0;
    for (let set = 0; set < joints.length; set++) {
      for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
        const weight = weights[set]![k]!;
        const matrix = matrices[joints[set]![k]!];
        if (weight === 0 || matrix === undefined) continue;
        sum += weight;
        for (let i = 0; i < 16; i++) out[i]! += weight * matrix[i]!;
      }
    }
    // Weights that were quantised do not always add up to one.
    if (sum > 0) for (let i = 0; i < 16; i++) out[i]! /= sum;
    else for (let i = 0; i < 16; i++) out[i] = i % 5 === 0 ? 1 : 0;
    return out;
  };
}

function times(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row]! * b[column * 4 + k]!;
      out.push(sum);
    }
  }
  return out;
}
