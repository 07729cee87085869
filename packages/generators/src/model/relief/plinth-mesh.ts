import { turned } from '../shape/arrange.ts';
import { regular } from '../shape/box.ts';
import { lines, points } from '../shape/curve.ts';
import { buildMesh, type Mesh } from '../mesh/build-mesh.ts';
import { measure, shareFaces } from '../mesh/share-faces.ts';
import { part } from '../shape/part.ts';
import { lathe, warp, type Surface } from '../shape/surface.ts';
import { createTexel } from '../paint/finish.ts';

/** The plan of a plinth. */
export type Plinth = 'round' | 'square' | 'octagon';

const HEIGHT = 0.13;

/** A low plinth that the figure's lowest edge is sunk into. Its texture is the top row of the figure's. */
export function plinthMesh(figure: Mesh, plan: Plinth, faces: number, thickness: number): Mesh {
  const { position } = figure;
  let low = Infinity;
  for (let i = 1; i < position.length; i += 3) low = Math.min(low, position[i]!);
  let [left, right] = [Infinity, -Infinity];
  for (let i = 0; i < position.length; i += 3) {
    // What stands near the ground.
    if (position[i + 1]! > low + 0.35) continue;
    left = Math.min(left, position[i]!);
    right = Math.max(right, position[i]!);
  }
  const wide = Math.min(0.95, Math.max(0.4, (right - left) / 2 + 0.12));
  const deep = Math.max(thickness * 1.5, 0.34);
  const flat = warp(surfaceOf(plan), (p) => {
    p[0] = p[0]! * wide + (left + right) / 2;
    p[1]! += low - HEIGHT + 0.035;
    p[2]! *= deep;
  });
  const parts = [part(flat, { paint: createTexel })];
  const mesh = buildMesh(parts, shareFaces(parts, parts.map(measure), faces), {
    tangents: true,
    relief: false,
  });
  const uv = new Float32Array((mesh.position.length / 3) * 2);
  for (let i = 0; i < uv.length; i += 2) [uv[i], uv[i + 1]] = [0.5, 0.004];
  return { ...mesh, uv };
}

function surfaceOf(plan: Plinth): Surface {
  const profile = points([0, 0], [1, 0], [0.94, HEIGHT], [0, HEIGHT]);
  if (plan === 'round') return turned(profile, 0.015, 40);
  return lathe(lines(profile, 0.02), regular(plan === 'square' ? 4 : 8, 1, 0.04));
}
