import type { Primitive, Skin } from '@gltf-transform/core';
import type { floats } from '@assetgen/render';

/** The simplifier takes 32 values a vertex: these leave room for normals, coordinates, colours and bones. */
const MOST_SHIFTS = 6;
/** Bones that are nearer to each other than this share of the skeleton move a vertex alike. */
const ALIKE = 0.1;

/**
 * The middle of the bones that move each vertex, by its weights: three numbers each, which together span about 1.
 * Between two vertices it changes as much as what the bones do to them, so that a straight arm keeps its elbow.
 * @returns null where one bone, or none, moves all
 */
export function bonePlaces(
  primitive: Primitive,
  skin: Skin,
  toFloats: typeof floats,
): Float32Array | null {
  const bones = skin.listJoints().map((joint) => joint.getWorldTranslation());
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const places = new Float32Array(count * 3);
  for (let set = 0; ; set++) {
    const joints = primitive.getAttribute(`JOINTS_${set}`)?.getArray();
    const weights = toFloats(primitive.getAttribute(`WEIGHTS_${set}`));
    if (!joints || !weights) break;
    for (let at = 0; at < Math.min(count * 4, joints.length, weights.length); at++) {
      const bone = bones[joints[at] ?? 0] ?? [];
      const to = (at >> 2) * 3;
      for (let axis = 0; axis < 3; axis++) {
        places[to + axis]! += (weights[at] ?? 0) * (bone[axis] ?? 0);
      }
    }
  }
  const size = Math.max(extent(places), extent(bones.flat()) * ALIKE);
  return extent(places) > 0 ? places.map((value) => value / size) : null;
}

/**
 * Where morph targets move each vertex, as shares of the primitive's size: three numbers each. Where there are many, some
 * are added up.
 */
export function morphShifts(
  primitive: Primitive,
  positions: Float32Array,
  toFloats: typeof floats,
): readonly Float32Array[] {
  const size = extent(positions);
  const shifts: Float32Array[] = [];
  if (size === 0) return shifts;
  for (const [index, target] of primitive.listTargets().entries()) {
    const moved = toFloats(target.getAttribute('POSITION'));
    if (!moved) continue;
    const sum = (shifts[index % MOST_SHIFTS] ??= new Float32Array(positions.length));
    for (let at = 0; at < sum.length; at++) sum[at]! += (moved[at] ?? 0) / size;
  }
  return shifts.filter(Boolean);
}

/** Of points, three numbers each: their longest side along an axis. */
function extent(points: ArrayLike<number>): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at++) {
    const value = points[at] ?? 0;
    if (value < low[at % 3]!) low[at % 3] = value;
    if (value > high[at % 3]!) high[at % 3] = value;
  }
  return points.length === 0 ? 0 : Math.max(...high.map((value, axis) => value - low[axis]!));
}
