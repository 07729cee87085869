import type { Makers } from '../jobs/makers.ts';

/** Generators of tests of the service around them: their bytes tell what was asked for. */
export function fakeMakers(overrides: Partial<Makers> = {}): Makers {
  const bytes = (value: unknown): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify(value));
  return {
    makeModel: async ({ image, ...spec }) => bytes({ model: spec, image: image?.length ?? null }),
    makeChibi: async ({ image, ...spec }) => bytes({ chibi: spec, image: image.length }),
    drawModel: async (glb, size) => bytes({ preview: size, of: glb.length }),
    makePicture: async ({ references, ...spec }) =>
      bytes({ picture: spec, references: references.map((one) => one.length) }),
    makeVideo: async ({ references, ...spec }) =>
      bytes({ video: spec, references: references.map((one) => one.length) }),
    convert: async ({ glb, ...spec }) => ({
      bytes: bytes({ converted: spec, of: glb.length }),
      extension: spec.format === 'obj' ? 'zip' : spec.format,
      contentType: 'application/octet-stream',
      scaleNumber: spec.sizeMm,
    }),
    detectPortrait: async (image) => image.length % 2 === 0,
    ...overrides,
  };
}
