import { composeLandscape } from './landscape.ts';
import { createNoise } from './noise.ts';
import { choosePalette } from './palette.ts';
import { seededRandom } from './random.ts';
import type { Scene } from './scene.ts';
import type { View } from './view.ts';
import { readWish } from './words.ts';

export interface FrameSpec {
  readonly prompt: string;
  /** Unit: pixels. */
  readonly width: number;
  /** Unit: pixels. */
  readonly height: number;
  readonly seed: string;
  readonly draft: boolean;
}

/** Reads the prompt and lays out the scene: everything is decided here, nothing is drawn yet. */
export function composeScene(spec: FrameSpec): { readonly view: View; readonly scene: Scene } {
  const random = seededRandom(`${spec.seed}\u0000${spec.prompt}`);
  const wish = readWish(spec.prompt, random.fork('wish'));
  const palette = choosePalette(wish, random.fork('palette'));
  const { width, height } = spec;
  const horizon = height * 0.62;
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
    light: spec.draft,
  };
  return { view, scene: composeLandscape(view) };
}
