import { composeAbstract } from './scenes/compose-abstract.ts';
import { composeOverReference } from './scenes/compose-over-reference.ts';
import { composeInterior } from './scenes/compose-interior.ts';
import { composeLandscape } from './scenes/compose-landscape.ts';
import { createNoise } from './art/noise.ts';
import { borrowColours, choosePalette } from './art/palette.ts';
import { seededRandom } from './art/random.ts';
import type { Reference } from './read-references.ts';
import { joinColours } from './read-references.ts';
import type { Scene } from './scene.ts';
import { composeRepeating } from './scenes/compose-repeating.ts';
import { composeStudio } from './scenes/compose-studio.ts';
import { composeSpace } from './scenes/compose-space.ts';
import { composeUnderwater } from './scenes/compose-underwater.ts';
import type { View } from './view.ts';
import { makeSprites } from './sprites.ts';
import { readWish } from './words/read-wish.ts';

export interface FrameSpec {
  readonly prompt: string;
  /** Unit: pixels. */
  readonly width: number;
  /** Unit: pixels. */
  readonly height: number;
  readonly seed: string;
  readonly draft: boolean;
}

/**
 * Reads the prompt and lays out the scene: everything is decided here, and nothing drawn but its subjects.
 *
 * @param references Cut to the frame, or wider for a video that pans; the first is the picture that the scene stands on.
 */
export async function composeScene(
  spec: FrameSpec,
  references: readonly Reference[] = [],
): Promise<{ readonly view: View; readonly scene: Scene }> {
  const random = seededRandom(`${spec.seed}\u0000${spec.prompt}`);
  const wish = readWish(spec.prompt, random.fork('wish'));
  const palette = borrowColours(
    choosePalette(wish, random.fork('palette')),
    joinColours(references),
  );
  const { width, height } = spec;
  const horizon = height * (wish.biome === 'space' ? 1.02 : 0.62);
  const layout = random.fork('layout');
  const sunSide = layout.chance(0.5) ? layout.range(0.16, 0.34) : layout.range(0.66, 0.84);
  const view: View = {
    width,
    height,
    unit: Math.min(width, height),
    horizon,
    sunX: width * sunSide,
    sunY: horizon * (1 - palette.sunHeight),
    palette,
    wish,
    noise: createNoise(random.fork('noise')),
    random,
    sprites: await makeSprites(wish, spec.prompt, Math.min(width, height), random.fork('sprites')),
    light: spec.draft,
  };
  const scene = references.length > 0 ? composeOverReference(view, references) : composeBiome(view);
  return { view, scene };
}

function composeBiome(view: View): Scene {
  const { biome, frame } = view.wish;
  if (frame.is === 'repeating') return composeRepeating(view, frame.surface);
  switch (biome) {
    case 'space':
      return composeSpace(view);
    case 'underwater':
      return composeUnderwater(view);
    case 'interior':
      return composeInterior(view);
    case 'studio':
      return composeStudio(view);
    case 'abstract':
      return composeAbstract(view);
    default:
      return composeLandscape(view);
  }
}
