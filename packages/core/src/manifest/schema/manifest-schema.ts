import {
  ASPECT_RATIOS,
  LIMITS,
  MESH_QUALITIES,
  MODEL_FORMATS,
  VIDEO_RESOLUTIONS,
} from '@assetgen/client/wire';
import * as v from 'valibot';
import { knownOutputKeys, outputs } from './output-schema.ts';
import type { Entries, Schema } from './schema-parts.ts';
import {
  atLeast,
  flag,
  imageInput,
  inputList,
  integer,
  oneOf,
  text,
  uuids,
} from './schema-parts.ts';
import type { AssetKind } from '../manifest.ts';
import { IMAGE_FORMATS, VIDEO_FORMATS } from '../manifest.ts';

const EXPECT: Entries = {
  maxBytes: v.optional(atLeast(1, 'Largest size of any output. Unit: bytes.')),
  maxTriangles: v.optional(atLeast(1, 'Most triangles of any GLB output.')),
  maxGpuBytes: v.optional(
    atLeast(
      1,
      'Most GPU memory of any GLB output: textures with mipmaps, and geometry. Unit: bytes.',
    ),
  ),
  maxDrawCalls: v.optional(
    atLeast(1, 'Most draw calls of any GLB output: one for each mesh and material.'),
  ),
  minWidth: v.optional(atLeast(1, 'Least width of an image or video. Unit: pixels.')),
  minHeight: v.optional(atLeast(1, 'Least height of an image or video. Unit: pixels.')),
  maxDuration: v.optional(atLeast(1, 'Longest duration of a video. Unit: seconds.')),
  valid: v.optional(
    flag('Fail a GLB for which the Khronos validator reports errors. Default: true.'),
  ),
};

const COMMON: Entries = {
  revision: v.optional(atLeast(0, 'Raise it to ask again for the same recipe. Default: 0.')),
  frozen: v.optional(
    flag('Keep the locked result when the recipe changes, and report the drift. Default: false.'),
  ),
  expect: v.optional(
    v.pipe(
      v.strictObject(EXPECT, 'an object'),
      v.description('Limits for a result; a result outside them is kept, and its asset fails.'),
    ),
  ),
};

const VARIANTS: Entries = {
  variants: v.optional(
    integer(LIMITS.count.min, LIMITS.count.max, 'Number of variants to buy. Default: 1.'),
  ),
  pick: v.optional(integer(1, LIMITS.count.max, 'Variant to use, from 1. Default: 1.')),
};

const references = (): Schema =>
  v.optional(inputList('Reference images.', LIMITS.references.min, LIMITS.references.max));

const MODE = 'a mode such as "text-to-image" or "image-to-image"';
const RATIO = 'a width and a height such as "16:9"';

const adopted = (): Schema =>
  v.optional(
    uuids(
      LIMITS.count.max,
      'Made elsewhere: retrieved and converted, never created. A list gives its variants.',
    ),
  );

/** Keys that say what one asset is made from: no default can. */
const OWN_KEYS: ReadonlySet<string> = new Set(['uuid', 'image', 'images', 'source']);

/** Keys of each kind, without `kind` itself; all optional, since defaults may give them. */
const ENTRIES: Readonly<Record<AssetKind, Entries>> = {
  model: {
    prompt: v.optional(text('Description of the model, in words.')),
    image: v.optional(imageInput('Image to 3D: a path, or an image asset of this project.')),
    uuid: adopted(),
    quality: v.optional(oneOf(MESH_QUALITIES, 'Mesh quality. Default: high.')),
    faces: v.optional(
      integer(
        100_000,
        1_000_000,
        'Face count: 100000 to 500000 for standard, 500000 to 1000000 for high and extra_high. Default: the maximum.',
      ),
    ),
    pbr: v.optional(flag('Physically based textures. Default: true.')),
    meshOnly: v.optional(flag('Mesh only, no texture. Default: false.')),
    enhanceImage: v.optional(flag('Enhance the input image (granted on request). Default: false.')),
    ...VARIANTS,
    ...COMMON,
    outputs: v.optional(outputs('model', MODEL_FORMATS, 'glb')),
  },
  image: {
    prompt: v.optional(text('Description of the image, in words.')),
    model: v.optional(text('A model id of group V1, provider/name: V1 makes the image.')),
    modelKey: v.optional(text('Model key of group LEGACY. Default: image-2.')),
    mode: v.optional(
      v.pipe(
        v.string(MODE),
        v.check((mode) => mode.trim() !== '' && mode !== 'auto', MODE),
        v.description(
          'V1 mode, one that the model lists. Default: image-to-image with references, else text-to-image.',
        ),
      ),
    ),
    references: references(),
    aspectRatio: v.optional(
      v.pipe(
        v.string(RATIO),
        v.regex(/^[1-9]\d{0,4}:[1-9]\d{0,4}$/, RATIO),
        v.description(
          `${ASPECT_RATIOS.join(', ')}; of an image of group V1 any that its model has. Default: 1:1, of V1 that of the model.`,
        ),
      ),
    ),
    resolution: v.optional(text('V1 resolution, such as 1K or 2K.')),
    extra: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown(), 'an object'),
        v.description('V1 provider options, sent as extra_body.'),
      ),
    ),
    source: v.optional(text('A local file to convert: no service, no points.')),
    uuid: adopted(),
    ...VARIANTS,
    ...COMMON,
    outputs: v.optional(outputs('image', IMAGE_FORMATS, 'webp')),
  },
  video: {
    prompt: v.optional(text('Description of the video, in words.')),
    references: references(),
    aspectRatio: v.optional(oneOf(ASPECT_RATIOS, 'Aspect ratio. Default: 16:9.')),
    duration: v.optional(
      integer(LIMITS.duration.min, LIMITS.duration.max, 'Unit: seconds. Default: 5.'),
    ),
    resolution: v.optional(oneOf(VIDEO_RESOLUTIONS, 'Resolution. Default: 720p.')),
    uuid: adopted(),
    ...VARIANTS,
    ...COMMON,
    outputs: v.optional(outputs('video', VIDEO_FORMATS, 'mp4')),
  },
  chibi: {
    images: v.optional(inputList('Each image becomes one figure, named after its file.', 1, null)),
    style: v.optional(text('A style tag configured at the service.')),
    uuid: v.optional(
      uuids(
        null,
        'Made elsewhere, never created: the UUID of each figure, in the order of "images".',
      ),
    ),
    requirePortrait: v.optional(
      flag('Check that each image shows a person before points are spent. Default: false.'),
    ),
    ...COMMON,
    outputs: v.optional(outputs('chibi', MODEL_FORMATS, 'glb')),
  },
};

export const KINDS: readonly AssetKind[] = ['model', 'image', 'video', 'chibi'];

const strict = (entries: Entries): Schema => v.strictObject(entries, 'an object');

/** The schema of each key of an asset, `kind` included: the only one that has to be there. */
export function assetEntries(kind: AssetKind): Entries {
  return { kind: v.pipe(v.literal(kind), v.description('Kind of asset.')), ...ENTRIES[kind] };
}

/** The schema of one asset of a kind, `kind` included. */
export function assetSchema(kind: AssetKind): Schema {
  return strict(assetEntries(kind));
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
  if (path[0] === 'outputs') return knownOutputKeys(kind, path.slice(2));
  if (path[0] === 'expect') return Object.keys(EXPECT);
  return ['asset'];
}

/** The schema of a whole manifest: what the published JSON Schema is generated from. */
export function manifestSchema(): Schema {
  const kinds = KINDS.map((kind) =>
    v.strictObject({ kind: v.literal(kind), ...ENTRIES[kind] }, 'an object'),
  );
  return v.strictObject({
    $schema: v.optional(text('Path or URL of the JSON Schema of this file, for editors.')),
    defaults: v.optional(
      v.pipe(
        strict(Object.fromEntries(KINDS.map((kind) => [kind, v.optional(defaultsSchema(kind))]))),
        v.description('Keys that every asset of a kind has, unless it has its own.'),
      ),
    ),
    assets: v.pipe(
      v.record(v.string(), v.variant('kind', kinds)),
      v.description('The assets, by name: a path of a-z, 0-9, ".", "_" and "-".'),
    ),
  });
}
