import {
  ASPECT_RATIOS,
  LIMITS,
  MESH_QUALITIES,
  MODEL_FORMATS,
  VIDEO_RESOLUTIONS,
} from '@assetgen/client/wire';
import * as v from 'valibot';
import type { AssetKind } from './types.ts';
import { MODEL_PRESETS } from './model-presets.ts';
import { IMAGE_FORMATS, TEXTURE_FORMATS } from './types.ts';

// A validator's message says what was expected; parse.ts adds where and what was found.

type Schema = v.GenericSchema;
type Entries = Record<string, Schema>;

const text = (description: string): Schema =>
  v.pipe(
    v.string('a string'),
    v.check((value) => value.trim() !== '', 'a string that is not empty'),
    v.description(description),
  );

const flag = (description: string): Schema =>
  v.pipe(v.boolean('true or false'), v.description(description));

function integer(min: number, max: number, description: string): Schema {
  const expected =
    max === Number.MAX_SAFE_INTEGER
      ? `an integer, at least ${min}`
      : `an integer from ${min} to ${max}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
    v.description(description),
  );
}

const atLeast = (min: number, description: string): Schema =>
  integer(min, Number.MAX_SAFE_INTEGER, description);

const quoted = (values: readonly string[]): string =>
  values.map((value) => `"${value}"`).join(', ');

const oneOf = (values: readonly string[], description: string): Schema =>
  v.pipe(v.picklist(values, `one of ${quoted(values)}`), v.description(description));

const imageInput = (description: string): Schema =>
  v.pipe(
    v.union(
      [
        v.string('a path'),
        v.strictObject({ asset: text('Name of an image asset of this project.') }),
      ],
      'a path, or { "asset": NAME }',
    ),
    v.description(description),
  );

const inputList = (description: string, min: number, max: number | null): Schema =>
  v.pipe(
    v.array(
      imageInput('An input image.'),
      max === null ? `an array of at least ${min} images` : `an array of ${min} to ${max} images`,
    ),
    v.minLength(min, `at least ${min} image${min === 1 ? '' : 's'}`),
    v.maxLength(max ?? Number.MAX_SAFE_INTEGER, `at most ${max} images`),
    v.description(description),
  );

const EXPECT: Entries = {
  maxBytes: v.optional(atLeast(1, 'Largest size of any output. Unit: bytes.')),
  maxTriangles: v.optional(atLeast(1, 'Most triangles of any GLB output.')),
  minWidth: v.optional(atLeast(1, 'Least width of an image or video. Unit: pixels.')),
  minHeight: v.optional(atLeast(1, 'Least height of an image or video. Unit: pixels.')),
  maxDuration: v.optional(atLeast(1, 'Longest duration of a video. Unit: seconds.')),
  valid: v.optional(
    flag('Whether a GLB has to be without errors of the Khronos validator. Default: true.'),
  ),
};

const above = (limit: number, most: number, description: string): Schema => {
  const expected =
    most === Infinity ? `a number above ${limit}` : `a number above ${limit}, at most ${most}`;
  const checked = v.pipe(v.number(expected), v.gtValue(limit, expected), v.finite(expected));
  return most === Infinity
    ? v.pipe(checked, v.description(description))
    : v.pipe(checked, v.maxValue(most, expected), v.description(description));
};

const TEXTURES: Entries = {
  format: v.optional(
    oneOf(TEXTURE_FORMATS, 'Format of the textures; ktx2 needs ktx, toktx or basisu on the PATH.'),
  ),
  maxSize: v.optional(integer(1, 16_384, 'Most width and height of a texture. Unit: pixels.')),
  maxCount: v.optional(
    atLeast(
      0,
      'Most textures of all materials together. The least needed become factors first: occlusion, surface, emission, normals, then colour.',
    ),
  ),
  quality: v.optional(integer(1, 100, 'Quality of the textures, 1 to 100.')),
};

const METRES = ['width', 'height', 'depth', 'longest'] as const;

const SCALE: Schema = v.union(
  [
    above(0, Infinity, 'A factor.'),
    ...METRES.map((side) =>
      v.strictObject({ [side]: above(0, Infinity, 'Length of that side. Unit: metres.') }),
    ),
  ],
  'a factor above 0, or { "height": METRES }, also width, depth or longest',
);

/** Sides, compass points and strategies: what the image step's library knows. */
const POSITIONS: readonly string[] = [
  'centre,center,attention,entropy',
  'top,right top,right,right bottom,bottom,left bottom,left,left top',
  'north,northeast,east,southeast,south,southwest,west,northwest',
].flatMap((line) => line.split(','));

const COLOUR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+|(?:rgb|hsl)a?\([\d.,%/ deg]+\))$/i;

const IMAGE_STEP: Entries = {
  width: v.optional(integer(1, 16_384, 'Width. Unit: pixels.')),
  height: v.optional(integer(1, 16_384, 'Height. Unit: pixels.')),
  fit: v.optional(
    oneOf(
      ['cover', 'contain', 'fill', 'inside', 'outside'],
      'How width and height together are met, as in CSS object-fit. Default: cover.',
    ),
  ),
  position: v.optional(
    oneOf(POSITIONS, 'What is kept with fit cover, a side or a strategy. Default: centre.'),
  ),
  quality: v.optional(integer(1, 100, 'Quality of the encoder, 1 to 100.')),
  effort: v.optional(integer(0, 9, 'Effort of the encoder, 0 to 9: higher is smaller, slower.')),
  lossless: v.optional(flag('Lossless webp or avif. Default: false.')),
  background: v.optional(
    v.pipe(
      v.string('a CSS colour'),
      v.regex(COLOUR, 'a CSS colour such as "white", "#fff" or "rgb(255 255 255)"'),
      v.description('A CSS colour behind transparent pixels, and around with contain.'),
    ),
  ),
};

const OUTPUT: Entries = {
  suffix: v.optional(
    v.pipe(
      v.string('a string'),
      v.regex(/^[a-z0-9][a-z0-9_-]*$/, 'lower-case letters, digits, "-" and "_"'),
      v.description('What stands before the extension: <asset>.<suffix>.<ext>.'),
    ),
  ),
  public: v.optional(text('A stable URL path, "models/dragon.glb", that serves the file too.')),
};

const POSTER = 'A still of the video as an image: true for its beginning, or a time in seconds.';

const MODEL_OUTPUT: Entries = {
  format: oneOf(
    [...MODEL_FORMATS, ...IMAGE_FORMATS],
    'All models but glb are converted by the service (10 points). An image format goes with "thumbnail".',
  ),
  ...OUTPUT,
  size: v.optional(
    atLeast(
      LIMITS.conversionSize.min,
      'Largest dimension: converted by the service (10 points). Unit: millimetres.',
    ),
  ),
  preset: v.optional(
    oneOf(
      MODEL_PRESETS,
      'A set of options, which those beside it win over. web: 60,000 triangles, webp of 1024 px; mobile: 25,000, 512 px; hero: 300,000, 2048 px; all with meshopt.',
    ),
  ),
  simplify: v.optional(above(0, 1, 'Share of the triangles to keep.')),
  maxTriangles: v.optional(atLeast(1, 'Most triangles to keep, as far as maxError allows.')),
  maxError: v.optional(
    above(
      0,
      1,
      'How far the surface may move when it is simplified: a share of the size of each mesh. Default: 0.01.',
    ),
  ),
  lods: v.optional(
    v.pipe(
      v.array(
        above(0, 1, 'Share of the triangles that the output has without "lods".'),
        'an array of shares such as [1, 0.5, 0.1]',
      ),
      v.minLength(1, 'at least one share'),
      v.maxLength(8, 'at most 8 shares'),
      v.description(
        'A chain of levels of detail, finest first: one file each, <asset>.lod0.glb, <asset>.lod1.glb and so on.',
      ),
    ),
  ),
  textures: v.optional(
    v.pipe(v.strictObject(TEXTURES, 'an object'), v.description('What becomes of the textures.')),
  ),
  compress: v.optional(
    oneOf(['meshopt', 'draco', 'quantize', 'none'], 'Compression of the geometry.'),
  ),
  center: v.optional(
    flag('Stand the middle of the model over the origin, at it without "ground". Default: false.'),
  ),
  ground: v.optional(flag('Stand the lowest point at height 0. Default: false.')),
  scale: v.optional(
    v.pipe(
      SCALE,
      v.description('A factor, or the length of one side: { "height": 1.8 }. Unit: metres.'),
    ),
  ),
  thumbnail: v.optional(
    flag('A picture of the model, drawn without a GPU, as an image format. Default: false.'),
  ),
  width: v.optional(integer(1, 4096, 'Width of a thumbnail. Unit: pixels. Default: 512.')),
  height: v.optional(integer(1, 4096, 'Height of a thumbnail. Unit: pixels. Default: its width.')),
  quality: v.optional(integer(1, 100, 'Quality of the encoder of a thumbnail, 1 to 100.')),
  effort: v.optional(integer(0, 9, 'Effort of the encoder of a thumbnail, 0 to 9.')),
  lossless: v.optional(flag('Lossless webp or avif of a thumbnail. Default: false.')),
  background: v.optional(
    v.pipe(
      v.string('a CSS colour'),
      v.regex(COLOUR, 'a CSS colour, "transparent" or "studio"'),
      v.description(
        'Behind the model of a thumbnail: a CSS colour, transparent, or studio, a light grey. Default: transparent; studio for jpeg.',
      ),
    ),
  ),
};

const OUTPUT_ENTRIES: Readonly<Record<AssetKind, Entries>> = {
  model: MODEL_OUTPUT,
  image: { format: oneOf(IMAGE_FORMATS, 'Image format.'), ...OUTPUT, ...IMAGE_STEP },
  video: {
    format: oneOf(['mp4', ...IMAGE_FORMATS], 'mp4, or an image format together with "poster".'),
    ...OUTPUT,
    ...IMAGE_STEP,
    poster: v.optional(
      v.pipe(
        v.union([v.boolean(), v.pipe(v.number(), v.minValue(0))], 'true, or a time in seconds'),
        v.description(POSTER),
      ),
    ),
  },
  chibi: MODEL_OUTPUT,
};

const outputs = (kind: AssetKind, formats: readonly string[], fallback: string): Schema =>
  v.pipe(
    v.array(
      v.union(
        [v.picklist(formats), v.strictObject(OUTPUT_ENTRIES[kind])],
        `one of ${quoted(formats)}, or an object with "format"`,
      ),
      'an array of outputs',
    ),
    v.minLength(1, 'at least one output'),
    v.description(`The files that this asset asks for. Default: ["${fallback}"].`),
  );

const COMMON: Entries = {
  revision: v.optional(atLeast(0, 'Raise it to ask again for the same recipe. Default: 0.')),
  frozen: v.optional(
    flag('Keep what is locked though the recipe changes; report the drift. Default: false.'),
  ),
  expect: v.optional(
    v.pipe(
      v.strictObject(EXPECT, 'an object'),
      v.description('Limits that a result has to meet; one that does not is kept and told.'),
    ),
  ),
};

const CANDIDATES: Entries = {
  variants: v.optional(
    integer(LIMITS.count.min, LIMITS.count.max, 'How many candidates are bought. Default: 1.'),
  ),
  pick: v.optional(integer(1, LIMITS.count.max, 'Which candidate is used, from 1. Default: 1.')),
};

const references = (): Schema =>
  v.optional(inputList('Reference images.', LIMITS.references.min, LIMITS.references.max));

/** Keys that say what one asset is made from: no default can. */
const OWN_KEYS: ReadonlySet<string> = new Set(['uuid', 'image', 'images', 'source']);

/** Keys of each kind, without `kind` itself; all optional, since defaults may give them. */
const ENTRIES: Readonly<Record<AssetKind, Entries>> = {
  model: {
    prompt: v.optional(text('What the model shows, in words.')),
    image: v.optional(imageInput('Image to 3D: a path, or an image asset of this project.')),
    uuid: v.optional(text('A model made elsewhere: retrieved and converted, never created.')),
    quality: v.optional(oneOf(MESH_QUALITIES, 'Mesh quality. Default: high.')),
    faces: v.optional(
      integer(
        100_000,
        1_000_000,
        'Face count: 100000 to 500000 for standard, 500000 to 1000000 for high and extra_high. Default: the most.',
      ),
    ),
    pbr: v.optional(flag('Physically based textures. Default: true.')),
    meshOnly: v.optional(flag('Mesh only, no texture. Default: false.')),
    enhanceImage: v.optional(flag('Enhance the input image (granted on request). Default: false.')),
    ...CANDIDATES,
    ...COMMON,
    outputs: v.optional(outputs('model', MODEL_FORMATS, 'glb')),
  },
  image: {
    prompt: v.optional(text('What the image shows, in words.')),
    model: v.optional(text('A model id of group V1, provider/name: V1 makes the image.')),
    modelKey: v.optional(text('Model key of group LEGACY. Default: image-2.')),
    mode: v.optional(text('V1 mode. Default: by whether there are references.')),
    references: references(),
    aspectRatio: v.optional(oneOf(ASPECT_RATIOS, 'Aspect ratio. Default: 1:1.')),
    resolution: v.optional(text('V1 resolution, such as 1K or 2K.')),
    extra: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown(), 'an object'),
        v.description('V1 provider options, sent as extra_body.'),
      ),
    ),
    source: v.optional(text('A local file that is only converted; no service, no points.')),
    ...CANDIDATES,
    ...COMMON,
    outputs: v.optional(outputs('image', IMAGE_FORMATS, 'webp')),
  },
  video: {
    prompt: v.optional(text('What the video shows, in words.')),
    references: references(),
    aspectRatio: v.optional(oneOf(ASPECT_RATIOS, 'Aspect ratio. Default: 16:9.')),
    duration: v.optional(
      integer(LIMITS.duration.min, LIMITS.duration.max, 'Unit: seconds. Default: 5.'),
    ),
    resolution: v.optional(oneOf(VIDEO_RESOLUTIONS, 'Resolution. Default: 720p.')),
    ...CANDIDATES,
    ...COMMON,
    outputs: v.optional(outputs('video', ['mp4'], 'mp4')),
  },
  chibi: {
    images: v.optional(inputList('A figure is made from each; its file name names it.', 1, null)),
    style: v.optional(text('A style tag configured at the service.')),
    requirePortrait: v.optional(
      flag('Check that each image shows a person before points are spent. Default: false.'),
    ),
    ...COMMON,
    outputs: v.optional(outputs('chibi', MODEL_FORMATS, 'glb')),
  },
};

export const KINDS: readonly AssetKind[] = ['model', 'image', 'video', 'chibi'];

const strict = (entries: Entries): Schema => v.strictObject(entries, 'an object');

/** The schema of one asset of a kind, `kind` included. */
export function assetSchema(kind: AssetKind): Schema {
  return strict({
    kind: v.pipe(v.literal(kind), v.description('What kind of asset this is.')),
    ...ENTRIES[kind],
  });
}

/** The schema of a kind's defaults. */
export function defaultsSchema(kind: AssetKind): Schema {
  return v.pipe(strict(defaultsEntries(kind)), v.description(`Defaults of every ${kind}.`));
}

function defaultsEntries(kind: AssetKind): Entries {
  return Object.fromEntries(Object.entries(ENTRIES[kind]).filter(([key]) => !OWN_KEYS.has(key)));
}

/** The known keys at a path below an asset, or below a kind's defaults, for "did you mean". */
export function knownKeys(
  kind: AssetKind,
  path: readonly (string | number)[],
  inDefaults: boolean,
): readonly string[] {
  if (path.length === 1) {
    return inDefaults
      ? Object.keys(defaultsEntries(kind))
      : ['kind', ...Object.keys(ENTRIES[kind])];
  }
  if (path[0] === 'outputs' && path.length === 3) return Object.keys(OUTPUT_ENTRIES[kind]);
  if (path[0] === 'outputs' && path[2] === 'scale') return METRES;
  if (path[0] === 'outputs') return Object.keys(TEXTURES);
  if (path[0] === 'expect') return Object.keys(EXPECT);
  return ['asset'];
}

/** The schema of a whole manifest: what the published JSON Schema is generated from. */
export function manifestSchema(): Schema {
  const kinds = KINDS.map((kind) =>
    v.strictObject({ kind: v.literal(kind), ...ENTRIES[kind] }, 'an object'),
  );
  return v.strictObject({
    $schema: v.optional(text('Where the schema of this file stands, for editors.')),
    defaults: v.optional(
      strict(Object.fromEntries(KINDS.map((kind) => [kind, v.optional(defaultsSchema(kind))]))),
    ),
    assets: v.record(v.string(), v.variant('kind', kinds)),
  });
}
