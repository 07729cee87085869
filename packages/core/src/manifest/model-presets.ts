import type { ModelStepOptions } from './manifest.ts';

export const MODEL_PRESETS = ['web', 'mobile', 'hero'] as const;
export type ModelPreset = (typeof MODEL_PRESETS)[number];

/**
 * What a preset stands for. The fingerprint of an output holds these options, not the preset's
 * name: a change here makes such outputs anew, and nothing else.
 */
export const PRESET_OPTIONS: Readonly<Record<ModelPreset, ModelStepOptions>> = {
  web: {
    maxTriangles: 60_000,
    textures: { format: 'auto', maxSize: 1024 },
    compress: 'meshopt',
  },
  mobile: {
    maxTriangles: 25_000,
    maxError: 0.03,
    textures: { format: 'auto', maxSize: 512 },
    compress: 'meshopt',
  },
  hero: {
    maxTriangles: 300_000,
    textures: { format: 'webp', maxSize: 2048, quality: 90 },
    compress: 'meshopt',
  },
};
