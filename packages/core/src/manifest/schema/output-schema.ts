import { LIMITS, MODEL_FORMATS } from '@assetgen/client/wire';
import * as v from 'valibot';
import { MODEL_PRESETS } from '../model-presets.ts';
import type { Entries, Schema } from './schema-parts.ts';
import { above, atLeast, flag, integer, oneOf, quoted, text } from './schema-parts.ts';
import type { AssetKind } from '../manifest.ts';
import {
  DIRECTIONS,
  IMAGE_FORMATS,
  PIVOTS,
  TEXTURE_CODECS,
  TEXTURE_FORMATS,
  VIDEO_CODECS,
  VIDEO_FORMATS,
} from '../manifest.ts';

const TEXTURES: Entries = {
  format: v.optional(
    oneOf(
      TEXTURE_FORMATS,
      'Format of the textures. auto: for each texture the one with the least GPU memory, ktx2 or webp, within limits on error and size.',
    ),
  ),
  codec: v.optional(
    oneOf(
      TEXTURE_CODECS,
      'Codec of ktx2: etc1s is half the memory, uastc is closer. Default: uastc for normals, else etc1s where that shows the texture well.',
    ),
  ),
  encoder: v.optional(
    oneOf(
      ['native'],
      'Encoder of ktx2. native: ktx, toktx or basisu from the PATH, which is faster but gives different bytes on each machine. Default: the built-in encoder.',
    ),
  ),
  maxSize: v.optional(integer(1, 16_384, 'Largest width and height of a texture. Unit: pixels.')),
  maxCount: v.optional(
    atLeast(
      0,
      'Most textures of all materials together. Beyond it, textures become plain factors in this order: occlusion, surface, emission, normals, colour.',
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
      'How the image fills width and height, as in CSS object-fit. Default: cover.',
    ),
  ),
  position: v.optional(
    oneOf(
      POSITIONS,
      'Part of the image that fit cover keeps: a side or a strategy. Default: centre.',
    ),
  ),
  quality: v.optional(integer(1, 100, 'Quality of the encoder, 1 to 100.')),
  effort: v.optional(
    integer(
      0,
      9,
      'Effort of the encoder, 0 to 9: higher is smaller, slower; webp ends at 6. Not for jpeg.',
    ),
  ),
  lossless: v.optional(
    flag(
      'Lossless webp or avif, without a quality. A png without a quality is too. Default: false.',
    ),
  ),
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
      v.description('Text before the extension: <asset>.<suffix>.<ext>.'),
    ),
  ),
  public: v.optional(text('A stable URL path, "models/dragon.glb", that serves the file too.')),
};

const PIVOT = '"center", "bottom", "top", or three shares such as [0.5, 0, 0.5]';
const SHARE = v.pipe(v.number(PIVOT), v.minValue(0, PIVOT), v.maxValue(1, PIVOT));
const JOIN = 'true, false, or { "keep": [names of nodes] }';
const COLLIDER = '"box", "sphere", "capsule", "hull", or "hulls:2" to "hulls:64"';

const POSTER = 'A still of the video as an image: true for its beginning, or a time in seconds.';

const MODEL_OUTPUT: Entries = {
  format: oneOf(
    [...MODEL_FORMATS, ...IMAGE_FORMATS, 'json'],
    'json goes with "collider". All models but glb are converted by the service (10 points); an obj may come as a ZIP with its materials and images. An image format goes with "thumbnail".',
  ),
  ...OUTPUT,
  size: v.optional(
    atLeast(
      LIMITS.conversionSize.min,
      'Largest dimension: converted by the service (10 points). Unit: millimetres. Default: 2; for glb, no conversion.',
    ),
  ),
  preset: v.optional(
    oneOf(
      MODEL_PRESETS,
      'A set of options; options beside it override it. web: 60,000 triangles, textures of 1024 px, auto; mobile: 25,000, 512 px, auto; hero: 300,000, 2048 px, webp; all with meshopt.',
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
    v.pipe(v.strictObject(TEXTURES, 'an object'), v.description('Processing of the textures.')),
  ),
  compress: v.optional(
    oneOf(['meshopt', 'draco', 'quantize', 'none'], 'Compression of the geometry.'),
  ),
  center: v.optional(
    flag('Centre the model over the origin, or at the origin without "ground". Default: false.'),
  ),
  ground: v.optional(flag('Put the lowest point at height 0. Default: false.')),
  scale: v.optional(
    v.pipe(
      SCALE,
      v.description('A factor, or the length of one side: { "height": 1.8 }. Unit: metres.'),
    ),
  ),
  front: v.optional(
    oneOf(
      DIRECTIONS,
      'Direction the model faces in the source; it is turned to face +z. Default: +z.',
    ),
  ),
  up: v.optional(
    oneOf(DIRECTIONS, 'Direction of its top in the source; it is turned to +y. Default: +y.'),
  ),
  pivot: v.optional(
    v.pipe(
      v.union([v.picklist(PIVOTS), v.strictTuple([SHARE, SHARE, SHARE], PIVOT)], PIVOT),
      v.description(
        'Point of its bounds at the origin: "center", "bottom", "top", or shares of width, height and depth.',
      ),
    ),
  ),
  join: v.optional(
    v.pipe(
      v.union(
        [
          v.boolean(),
          v.strictObject({
            keep: v.array(v.pipe(v.string(JOIN), v.nonEmpty(JOIN)), JOIN),
          }),
        ],
        JOIN,
      ),
      v.description(
        'Join meshes of one material, for fewer draw calls; moving parts and nodes named in "keep" stay. Default: false.',
      ),
    ),
  ),
  palette: v.optional(
    flag(
      'Merge materials that differ only by flat colours into one with a small texture, so that more meshes join. Default: false.',
    ),
  ),
  instance: v.optional(
    flag('Draw a mesh that many nodes use in one call (EXT_mesh_gpu_instancing). Default: false.'),
  ),
  collider: v.optional(
    v.pipe(
      v.string(COLLIDER),
      v.regex(/^(?:box|sphere|capsule|hull|hulls:(?:[2-9]|[1-5]\d|6[0-4]))$/, COLLIDER),
      v.description(
        'A shape for a physics engine, as json or glb: box, sphere, capsule, hull, or hulls:N, at most N convex hulls; each encloses every vertex.',
      ),
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
        'Background of a thumbnail: a CSS colour, transparent, or studio, a light grey. Default: transparent; studio for jpeg.',
      ),
    ),
  ),
};

const OUTPUT_ENTRIES: Readonly<Record<AssetKind, Entries>> = {
  model: MODEL_OUTPUT,
  image: { format: oneOf(IMAGE_FORMATS, 'Image format.'), ...OUTPUT, ...IMAGE_STEP },
  video: {
    format: oneOf(
      [...VIDEO_FORMATS, ...IMAGE_FORMATS],
      'mp4 without options is the service\'s own file; webm, and an mp4 with options, need ffmpeg on the PATH. An image format goes with "poster".',
    ),
    ...OUTPUT,
    ...IMAGE_STEP,
    codec: v.optional(
      oneOf(
        VIDEO_CODECS,
        'Codec of a video: vp9 or av1 in a webm, h264, hevc or av1 in an mp4. Default: vp9, h264.',
      ),
    ),
    audio: v.optional(flag('Keep the sound of the video. Default: true.')),
    poster: v.optional(
      v.pipe(
        v.union([v.boolean(), v.pipe(v.number(), v.minValue(0))], 'true, or a time in seconds'),
        v.description(POSTER),
      ),
    ),
  },
  chibi: MODEL_OUTPUT,
};

export const outputs = (kind: AssetKind, formats: readonly string[], fallback: string): Schema =>
  v.pipe(
    v.array(
      v.union(
        [v.picklist(formats), v.strictObject(OUTPUT_ENTRIES[kind])],
        `one of ${quoted(formats)}, or an object with "format"`,
      ),
      'an array of outputs',
    ),
    v.minLength(1, 'at least one output'),
    v.description(`The files to make of this asset. Default: ["${fallback}"].`),
  );

/** The known keys at a path below an output. */
export function knownOutputKeys(
  kind: AssetKind,
  path: readonly (string | number)[],
): readonly string[] {
  if (path.length === 1) return Object.keys(OUTPUT_ENTRIES[kind]);
  return path[0] === 'scale' ? METRES : Object.keys(TEXTURES);
}
