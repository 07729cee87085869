import type { Sprites } from './sprites.ts';
import type { Noise } from './art/noise.ts';
import type { Palette } from './art/palette.ts';
import type { Random } from './art/random.ts';
import type { Wish } from './words/read-wish.ts';

/** The frame that a scene is drawn for, and what all its painters share. */
export interface View {
  /** Unit: pixels. */
  readonly width: number;
  /** Unit: pixels. */
  readonly height: number;
  /** The length that sizes are relative to, so that a scene looks the same at every resolution. Unit: pixels. */
  readonly unit: number;
  /** World y of the horizon. Unit: pixels. */
  readonly horizon: number;
  readonly sunX: number;
  readonly sunY: number;
  readonly palette: Palette;
  readonly wish: Wish;
  readonly noise: Noise;
  readonly random: Random;
  /** The drawn subjects of the wish. */
  readonly sprites: Sprites;
  /** True for drafts: fewer details. */
  readonly light: boolean;
}
