import type { MeshQuality, VideoResolution } from '@assetgen/client';

/**
 * What the local service charges. The specification states two prices (section 8) and leaves the
 * others out: those are ours. Unit: points.
 */
export const PRICES = {
  /** A model, by mesh quality. */
  model: { standard: 20, high: 30, extra_high: 40 },
  /** Less for a model without PBR textures, and for one without any texture. */
  withoutPbr: 5,
  meshOnly: 10,
  /** More for an enhanced input image. */
  imageEnhancement: 5,
  /** An image, by resolution; the LEGACY picture is a 1K one. */
  image: { '1K': 4, '2K': 8 },
  /** A second of video, by resolution. */
  videoSecond: { '480p': 5, '720p': 10, '1080p': 20 },
  /** One request, whatever the number of its images (section 8). */
  chibi: 30,
  /** One conversion (section 8). */
  conversion: 10,
} as const;

export function priceOfModel(options: {
  readonly quality: MeshQuality;
  readonly pbr: boolean;
  readonly meshOnly: boolean;
  readonly enhance: boolean;
}): number {
  const textures = options.meshOnly ? PRICES.meshOnly : options.pbr ? 0 : PRICES.withoutPbr;
  return PRICES.model[options.quality] - textures + (options.enhance ? PRICES.imageEnhancement : 0);
}

export function priceOfVideo(resolution: VideoResolution, seconds: number): number {
  return PRICES.videoSecond[resolution] * seconds;
}
