import type { Camera, Frame } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import type { LoadedScene } from './load-scene.ts';
import { rasterise } from './rasterise.ts';
import { shadeScene, type Lit } from './shade-scene.ts';

/** Panes of glass that are told apart in one pixel; what is behind the last of them is solid. */
const PANES = 4;

/**
 * Draws all that is solid, and over it what lets light through, the nearest pane last.
 * @param painted the meshes with their textures, which are waited for only once something needs them
 * @returns linear RGB, times how much it hides, and that share: four floats a sample
 */
export async function drawLayers(
  { shapes, painted }: LoadedScene,
  camera: Camera,
  frame: Frame,
  lit: Lit,
): Promise<Float32Array> {
  const isGlass = (mesh: DrawnMesh): boolean => mesh.material.alpha === 'blend';
  // The holes of a mask are in its texture.
  const drawn = shapes.some(({ material }) => material.alpha === 'mask') ? await painted : shapes;
  const solid = rasterise(drawn, camera, frame, { draws: (mesh) => !isGlass(mesh) });
  const meshes = await painted;
  const behind = shadeScene(meshes, camera, solid, lit);
  if (!meshes.some(isGlass)) return behind;
  const panes: Float32Array[] = [];
  let beyond: Float32Array | undefined;
  for (let pane = 0; pane < PANES; pane++) {
    const seen = rasterise(meshes, camera, frame, {
      draws: isGlass,
      before: solid.depth,
      ...(beyond === undefined ? {} : { beyond }),
    });
    if (seen.depth.every((depth) => depth === Infinity)) break;
    panes.push(shadeScene(meshes, camera, seen, lit));
    beyond = seen.depth;
  }
  for (const pane of panes.reverse()) over(pane, behind);
  return behind;
}

/** Puts a pane over what is there already. */
function over(pane: Float32Array, under: Float32Array): void {
  for (let i = 0; i < pane.length; i += 4) {
    const alpha = pane[i + 3]!;
    if (alpha === 0) continue;
    for (let k = 0; k < 3; k++) under[i + k] = pane[i + k]! * alpha + under[i + k]! * (1 - alpha);
    under[i + 3] = alpha + under[i + 3]! * (1 - alpha);
  }
}
