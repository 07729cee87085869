import type { Generators } from '../generators.ts';

/**
 * Generators that run in this thread. Each is loaded when first used: a draft image loads neither
 * 3D nor an encoder.
 */
export function localGenerators(): Generators {
  return {
    async makeModel(spec) {
      return (await import('../model/make-model.ts')).makeModel(spec);
    },
    async makeChibi(spec) {
      return (await import('../model/make-chibi.ts')).makeChibi(spec);
    },
    async drawModel(glb, size) {
      return (await import('@assetgen/render')).drawModel(glb, size);
    },
    async makePicture(spec) {
      return (await import('../picture/make-picture.ts')).makePicture(spec);
    },
    async makeVideo(spec, onProgress) {
      return (await import('../video/make-video.ts')).makeVideo(spec, onProgress);
    },
    async convert(spec) {
      return (await import('../convert/convert.ts')).convert(spec);
    },
    async detectPortrait(image) {
      return (await import('../portrait.ts')).detectPortrait(image);
    },
  };
}
