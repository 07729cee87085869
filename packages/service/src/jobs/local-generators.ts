import type { Generators } from '../generators.ts';

type Module = { readonly [name: string]: unknown };

/** Every generator in a module of its own, so that a draft image loads no 3D and no encoder. */
const MODULES = {
  makeModel: '../model/make-model',
  makeChibi: '../model/make-chibi',
  drawModel: '../model/draw-model',
  makePicture: '../picture/make-picture',
  makeVideo: '../video/make-video',
  convert: '../convert/convert',
  detectPortrait: '../portrait',
} as const satisfies Record<keyof Generators, string>;

export const GENERATOR_NAMES = Object.keys(MODULES) as readonly (keyof Generators)[];

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

/** Generators that run in this thread. */
export function localGenerators(): Generators {
  async function load<K extends keyof Generators>(name: K): Promise<Generators[K]> {
    const module = (await import(
      new URL(`${MODULES[name]}${EXTENSION}`, import.meta.url).href
    )) as Module;
    return module[name] as Generators[K];
  }
  return {
    makeModel: async (spec) => (await load('makeModel'))(spec),
    makeChibi: async (spec) => (await load('makeChibi'))(spec),
    drawModel: async (glb, size) => (await load('drawModel'))(glb, size),
    makePicture: async (spec) => (await load('makePicture'))(spec),
    makeVideo: async (spec, onProgress) => (await load('makeVideo'))(spec, onProgress),
    convert: async (spec) => (await load('convert'))(spec),
    detectPortrait: async (image) => (await load('detectPortrait'))(image),
  };
}
