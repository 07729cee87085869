import type { ModelFormat } from '@assetgen/client';
import type { Fields } from './fields.ts';
import { checkImageOptions } from './check-image-options.ts';
import type { ModelPreset } from './model-presets.ts';
import { PRESET_OPTIONS } from './model-presets.ts';
import type {
  ColliderShape,
  ModelPlacement,
  ModelStepOptions,
  Output,
  OutputStep,
} from './manifest.ts';
import { IMAGE_FORMATS } from './manifest.ts';
import type { RawObject } from './is-object.ts';

/** An output before its name is made. */
export interface OutputShape extends Omit<Output, 'name' | 'member' | 'public'> {
  /** Stands before the extension of the public path, where one declaration makes several files. */
  readonly publicSuffix?: string;
}

/** Keys of what becomes of a GLB here. */
const GLB_KEYS = [
  'preset',
  'simplify',
  'maxTriangles',
  'maxError',
  'lods',
  'textures',
  'compress',
  'join',
  'palette',
  'instance',
] as const;

/** Where a GLB, or a collider, stands. */
const PLACE_KEYS = ['center', 'ground', 'scale', 'front', 'up', 'pivot'] as const;

/** Keys of a picture of the model. */
const THUMBNAIL_KEYS = ['width', 'height', 'quality', 'effort', 'lossless', 'background'] as const;

/** Unit: pixels. */
const THUMBNAIL_WIDTH = 512;

/**
 * The outputs that one declaration of a model or a chibi asks for: one, or one a LOD. Problems are
 * told; an output that makes no sense is left out.
 */
export function modelOutputs(fields: Fields, value: RawObject, index: number): OutputShape[] {
  const format = String(value['format']) as Output['format'];
  const given = (value['suffix'] as string | undefined) ?? null;
  const size = value['size'] as number | undefined;
  const refuse = (keys: readonly string[], message: string): void => {
    for (const key of keys) {
      if (value[key] !== undefined) fields.problem(['outputs', index, key], message);
    }
  };
  if (value['collider'] !== undefined || format === 'json') {
    refuse([...GLB_KEYS, 'size', 'thumbnail', ...THUMBNAIL_KEYS], 'not for a collider');
    return colliderOutput(fields, value, index, given);
  }
  if (IMAGE_FORMATS.some((each) => each === format)) {
    if (value['thumbnail'] !== true) {
      const message = 'an image of a model is its thumbnail: expected "thumbnail": true';
      fields.problem(['outputs', index], message);
      return [];
    }
    refuse(
      [...GLB_KEYS, ...PLACE_KEYS, 'size'],
      'not for a thumbnail: it shows the model as the service gave it',
    );
    checkImageOptions(fields, value, index);
    return [{ format, step: thumbnailStep(format, value), suffix: given ?? 'thumbnail' }];
  }
  refuse(['thumbnail', ...THUMBNAIL_KEYS], 'only for a thumbnail: an image "format"');
  if (format !== 'glb' || size !== undefined) {
    refuse(
      [...GLB_KEYS, ...PLACE_KEYS],
      'only for glb without "size": the service converts the others',
    );
    const step = { type: 'convert', format: format as ModelFormat, size: size ?? 2 } as const;
    return [{ format, step, suffix: given ?? (size === undefined ? null : `${size}mm`) }];
  }
  const options = stepOptions(value);
  const { simplify, maxTriangles } = options;
  if (simplify === undefined && maxTriangles === undefined && value['lods'] === undefined) {
    refuse(['maxError'], 'expected "simplify", "maxTriangles" or "lods" beside it');
  }
  checkTextures(fields, options, index);
  checkPlace(fields, options, index);
  const lods = value['lods'] as readonly number[] | undefined;
  if (lods === undefined) return [{ format, step: { type: 'model', options }, suffix: given }];
  checkFalling(fields, lods, index);
  return lods.map((share, lod) => ({
    format,
    step: { type: 'model', options: share === 1 ? options : { ...options, lod: share } },
    suffix: given === null ? `lod${lod}` : `${given}.lod${lod}`,
    publicSuffix: `lod${lod}`,
    lod,
  }));
}

function colliderOutput(
  fields: Fields,
  value: RawObject,
  index: number,
  suffix: string | null,
): OutputShape[] {
  const { format, collider: shape } = value;
  const problem = (key: string, message: string): OutputShape[] => {
    fields.problem(['outputs', index, key], message);
    return [];
  };
  if (shape === undefined) return problem('format', 'json is a collider: expected "collider"');
  if (format !== 'json' && format !== 'glb') {
    return problem(
      'collider',
      `expected the format "json" or "glb", found ${JSON.stringify(format)}`,
    );
  }
  if (format === 'glb' && (shape === 'sphere' || shape === 'capsule')) {
    return problem('collider', `a mesh is not a ${shape}: expected the format "json"`);
  }
  const options = placement(value);
  checkPlace(fields, options, index);
  const step = { type: 'collider', format, shape: shape as ColliderShape, options } as const;
  return [{ format, step, suffix: suffix ?? 'collider' }];
}

function checkPlace(fields: Fields, { front, up, pivot, ...rest }: ModelPlacement, index: number) {
  const refuse = (key: string, message: string): void =>
    fields.problem(['outputs', index, key], message);
  if ((front ?? '+z')[1] === (up ?? '+y')[1]) {
    const [key, other] = front === undefined ? ['up', 'front'] : ['front', 'up'];
    refuse(
      key,
      `along the same line as "${other}", which is ${front === undefined ? '+z' : (up ?? '+y')}`,
    );
  }
  if (pivot === undefined) return;
  for (const key of ['center', 'ground'] as const) {
    if (rest[key] !== undefined) refuse(key, 'not together with "pivot", which covers it');
  }
}

/** No default written out. */
function placement(value: RawObject): ModelPlacement {
  const own = <K extends keyof ModelPlacement>(key: K): ModelPlacement[K] => value[key] as never;
  const { scale, front, up, pivot } = {
    scale: own('scale'),
    front: own('front'),
    up: own('up'),
    pivot: own('pivot'),
  };
  return {
    ...(value['center'] === true ? { center: true as const } : {}),
    ...(value['ground'] === true ? { ground: true as const } : {}),
    ...(scale === undefined || scale === 1 ? {} : { scale }),
    ...(front === undefined || front === '+z' ? {} : { front }),
    ...(up === undefined || up === '+y' ? {} : { up }),
    ...(pivot === undefined ? {} : { pivot }),
  };
}

function checkTextures(fields: Fields, { textures = {} }: ModelStepOptions, index: number): void {
  const { format = 'as it is', codec, encoder } = textures;
  const refuse = (key: string, formats: string): void =>
    fields.problem(
      ['outputs', index, 'textures', key],
      `only for textures of the format ${formats}, found ${JSON.stringify(format)}`,
    );
  if (codec !== undefined && format !== 'ktx2' && format !== 'auto') {
    refuse('codec', '"ktx2" or "auto"');
  }
  // Sizes are measured with one encoder, the same on every machine.
  if (encoder !== undefined && format !== 'ktx2') refuse('encoder', '"ktx2"');
}

function checkFalling(fields: Fields, lods: readonly number[], index: number): void {
  lods.forEach((share, at) => {
    const before = lods[at - 1];
    if (before === undefined || share < before) return;
    const message = `expected less than the ${before} before it, found ${share}`;
    fields.problem(['outputs', index, 'lods', at], message);
  });
}

/** The preset beneath, what is written out above, and no default written out. */
function stepOptions(value: RawObject): ModelStepOptions {
  const name = value['preset'] as ModelPreset | undefined;
  const preset: ModelStepOptions = name === undefined ? {} : PRESET_OPTIONS[name];
  const own = <K extends string>(key: K): never => value[key] as never;
  // A share that is given says how much is kept: the preset's limit has no say then.
  const shared = value['simplify'] !== undefined && value['maxTriangles'] === undefined;
  const simplify: number | undefined = own('simplify');
  const maxTriangles: number | undefined =
    own('maxTriangles') ?? (shared ? undefined : preset.maxTriangles);
  const maxError: number | undefined = own('maxError') ?? preset.maxError;
  const compress: ModelStepOptions['compress'] | 'none' = own('compress') ?? preset.compress;
  const textures = { ...preset.textures, ...(value['textures'] as ModelStepOptions['textures']) };
  return {
    ...(simplify === undefined || simplify === 1 ? {} : { simplify }),
    ...(maxTriangles === undefined ? {} : { maxTriangles }),
    ...(maxError === undefined ? {} : { maxError }),
    // An empty object is in fingerprints of old.
    ...(value['textures'] === undefined && preset.textures === undefined ? {} : { textures }),
    ...(compress === undefined || compress === 'none' ? {} : { compress }),
    ...reduction(value),
    ...placement(value),
  };
}

/** What makes draw calls fewer. */
function reduction(value: RawObject): Pick<ModelStepOptions, 'join' | 'palette' | 'instance'> {
  const join = value['join'] as boolean | { readonly keep: readonly string[] } | undefined;
  return {
    ...(join === undefined || join === false ? {} : { join }),
    ...(value['palette'] === true ? { palette: true as const } : {}),
    ...(value['instance'] === true ? { instance: true as const } : {}),
  };
}

function thumbnailStep(format: Output['format'], value: RawObject): OutputStep {
  const options: Record<string, unknown> = {};
  for (const key of THUMBNAIL_KEYS) {
    const given = value[key];
    const isDefault =
      given === undefined ||
      (key === 'width' && given === THUMBNAIL_WIDTH) ||
      (key === 'lossless' && given === false);
    if (!isDefault) options[key] = given;
  }
  return { type: 'thumbnail', format, options } as OutputStep;
}
