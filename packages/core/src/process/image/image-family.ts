import type { OutputStep } from '../../manifest/manifest.ts';
import { openImage, pixelsOf } from './open-image.ts';
import { MAX_PIXELS } from './refuse-pixels.ts';
import type { StepFamily } from '../local-step.ts';

type ImageStep = Extract<OutputStep, { type: 'image' }>;

/** RGBA, once as it was decoded and twice on its way to an output. */
const BYTES_A_PIXEL = 12;
const MEGA = 1_000_000;
const MINUTE = 60_000;
/** Of a megapixel: measured, 0.1 s to decode one, and 3 s for AVIF without loss. */
const [OPEN_MS, MAKE_MS] = [1_000, 30_000];

/** The image library works on threads of its own: outputs of one source are made side by side. */
export const imageFamily: StepFamily<ImageStep> = {
  parallel: true,
  load: () => import('@assetgen/render/sharp'),
  async needs({ path, bytes }, steps) {
    // A source that claims more is refused when it is opened.
    const pixels = Math.min(MAX_PIXELS, (await pixelsOf(path, bytes)) ?? 0);
    const made = Math.max(pixels, ...steps.map(askedPixels)) / MEGA;
    return {
      bytes: bytes + pixels * BYTES_A_PIXEL,
      openMs: MINUTE + (pixels / MEGA) * OPEN_MS,
      makeMs: steps.length * (MINUTE + made * MAKE_MS),
    };
  },
  async open(source, steps) {
    const image = await openImage(source, steps.length);
    return { make: ({ format, options }) => image.make(format, options) };
  },
};

/** Of a vector, which is drawn as large as it is asked for. */
function askedPixels({ options: { width, height } }: ImageStep): number {
  return (width ?? height ?? 0) * (height ?? width ?? 0);
}
