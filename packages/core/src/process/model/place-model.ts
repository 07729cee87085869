import type { Document } from '@gltf-transform/core';
import type { ModelScale, ModelStepOptions } from '../../manifest/manifest.ts';
import { mainScene, modelBounds } from './model-bounds.ts';

type Bounds = NonNullable<Awaited<ReturnType<typeof modelBounds>>>;

/**
 * Scales the main scene and stands it over the origin, on the ground, or both: by one node above
 * all others, so that skins, animations and the nodes that they name stay as they are.
 */
export async function placeModel(document: Document, options: ModelStepOptions): Promise<void> {
  const { center = false, ground = false, scale } = options;
  const scene = mainScene(document);
  if (scene === null || !(center || ground || scale !== undefined)) return;
  const bounds = await modelBounds(document);
  if (bounds === null) return;
  const factor = factorOf(scale, bounds);
  const [x = 0, y = 0, z = 0] = bounds.min.map(
    (low, axis) => (low + (bounds.max[axis] ?? low)) / 2,
  );
  const low = bounds.min[1] ?? 0;
  const pivot = document
    .createNode('placed')
    .setScale([factor, factor, factor])
    .setTranslation([
      center ? -x * factor : 0,
      ground ? -low * factor : center ? -y * factor : 0,
      center ? -z * factor : 0,
    ]);
  const children = scene.listChildren();
  // Another scene may show some of the same nodes: it goes on showing them.
  for (const other of document.getRoot().listScenes()) {
    const shared = other.listChildren().filter((node) => children.includes(node));
    for (const node of shared) other.removeChild(node);
    if (shared.length > 0) other.addChild(pivot);
  }
  for (const node of children) pivot.addChild(node);
}

function factorOf(scale: number | ModelScale | undefined, { min, max }: Bounds): number {
  if (scale === undefined) return 1;
  if (typeof scale === 'number') return scale;
  const [width = 0, height = 0, depth = 0] = max.map((high, axis) => high - (min[axis] ?? 0));
  const sizes = { width, height, depth, longest: Math.max(width, height, depth) };
  const [side, metres] = Object.entries(scale)[0] as [keyof typeof sizes, number];
  const size = sizes[side];
  // What is flat in that direction has no size that could be scaled.
  return size > 0 ? metres / size : 1;
}
