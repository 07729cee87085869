import { detectPortrait, makeChibi, makeModel, makePicture, makeVideo } from '@assetgen/generators';
import type { Makers } from './makers.ts';

/** Makers that run in this thread. What they need is loaded when they are first used. */
export function localMakers(): Makers {
  return {
    makeModel,
    makeChibi,
    makePicture,
    makeVideo,
    detectPortrait,
    async drawModel(glb, size) {
      return (await import('@assetgen/render')).drawModel(glb, size);
    },
    async convert(spec) {
      return (await import('../convert/convert.ts')).convert(spec);
    },
  };
}
