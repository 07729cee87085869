/** The project that the pages speak of: its names are those of their examples. */
export const MANIFEST = {
  defaults: { model: { quality: 'standard', faces: 100_000 } },
  assets: {
    'props/dragon': { kind: 'model', prompt: 'a small red dragon', variants: 2 },
    // The two of `assetgen init`.
    crate: { kind: 'model', prompt: 'a wooden crate with iron corners' },
    backdrop: { kind: 'image', prompt: 'a quiet valley at dawn' },
    hero: {
      kind: 'image',
      prompt: 'misty mountains at dawn',
      aspectRatio: '16:9',
      outputs: [
        { format: 'webp', width: 640 },
        { format: 'webp', width: 1280 },
      ],
    },
    trailer: { kind: 'video', prompt: 'a dragon over mountains', duration: 4, resolution: '480p' },
  },
} as const;
