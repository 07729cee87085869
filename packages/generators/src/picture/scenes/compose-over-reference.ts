import { particlesOf } from '../elements/particles.ts';
import type { Reference } from '../read-references.ts';
import { paintReference } from '../paint-reference.ts';
import type { Layer, Scene } from '../scene.ts';
import { placeSubjects } from '../stage.ts';
import type { View } from '../view.ts';

/** A scene over a reference: its picture, repainted, and what the words add to it. */
export function composeOverReference(view: View, references: readonly Reference[]): Scene {
  const [first, ...others] = references;
  if (first === undefined) return { layers: [], particles: 'none' };
  const picture: Layer = {
    name: 'reference',
    depth: 0.35,
    motion: { kind: 'floor', from: view.horizon * 0.75 },
    paint: (raster) => paintReference(raster, view, first, others),
  };
  const subjects = placeSubjects(view, {
    ground: view.height * 0.86,
    depth: 0.75,
    mirrored: false,
  });
  const { weather, biome } = view.wish.named;
  return {
    layers: [picture, ...subjects],
    particles: weather || biome ? particlesOf(view) : 'none',
  };
}
