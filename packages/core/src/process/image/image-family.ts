import type { OutputStep } from '../../manifest/manifest.ts';
import { openImage, pixelsOf } from './open-image.ts';
import type { StepFamily } from '../local-step.ts';

type ImageStep = Extract<OutputStep, { type: 'image' }>;

/** RGBA, once as it was decoded and twice on its way to an output. */
const BYTES_A_PIXEL = 12;

/** The image library works on threads of its own: outputs of one source are made side by side. */
export const imageFamily: StepFamily<ImageStep> = {
  parallel: true,
  async needs({ path, bytes }) {
    return bytes + ((await pixelsOf(path)) ?? 0) * BYTES_A_PIXEL;
  },
  async open(source) {
    const image = await openImage(source);
    return { make: ({ format, options }) => image.make(format, options) };
  },
};
