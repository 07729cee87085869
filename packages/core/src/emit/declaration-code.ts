import { EMPTY_LOCK } from '../lock/lock.ts';
import type { Lock } from '../lock/lock.ts';
import type { Asset, Manifest, Output } from '../manifest/manifest.ts';
import type { CodeTarget } from './code-target.ts';
import { documentAsset, documentOutput } from './document-asset.ts';
import {
  boundsType,
  modelOutputs,
  sharedTypes,
  targetModules,
  withoutNames,
} from './target-types.ts';
import { isFilm } from './video-sources-code.ts';

// No linter's directive: one that nothing needs is itself a warning.
const HEADER =
  '// Made by assetgen from the manifest and the lock; it changes only when they do. Commit it.';

/**
 * The text of `assets.gen.d.ts`: one module for every import that exists. Another name is a type error, also
 * where a project declares `*.webp` or `*.glb`, as the types of most bundlers do: of patterns TypeScript
 * takes the one with the longest beginning, and exact names before all of them. Types come from the manifest
 * alone; of the lock are the measures that comments tell, and the names of what is in a model.
 *
 * @param targets the frameworks that there is code for
 */
export function declarationCode(
  manifest: Manifest,
  prefix: string,
  lock: Lock = EMPTY_LOCK,
  targets: ReadonlySet<CodeTarget> = new Set(),
): string {
  return [...declarationPieces(manifest, prefix, lock, targets)].join('');
}

/** The text of {@link declarationCode} in pieces, each made when it is asked for: for 10,000 assets it is 11 MB. */
export function* declarationPieces(
  manifest: Manifest,
  prefix: string,
  lock: Lock,
  targets: ReadonlySet<CodeTarget>,
): Generator<string, void> {
  for (const line of [HEADER, ...otherModules(prefix)]) yield `${line}\n`;
  for (const asset of manifest.assets) {
    yield `${objectModule(asset, prefix, lock)}\n`;
    for (const output of asset.outputs) yield `${urlModule(asset, output, prefix, lock)}\n`;
    for (const module of targetModules(asset, prefix, lock, targets)) yield `${module}\n`;
  }
  for (const line of sharedTypes(manifest, prefix, targets)) yield `${line}\n`;
}

/** How a bundler may be asked for the file in another way; what it gives is a text in each. */
const QUERIES = ['url', 'inline', 'no-inline', 'raw'];

/**
 * Of patterns with the same beginning TypeScript takes the first, so the last one is for what nothing has
 * declared. It has no default export: the import itself is the error. With `__esModule` none is made up.
 */
function otherModules(prefix: string): string[] {
  const withQuery = QUERIES.map((query) =>
    [
      `declare module ${JSON.stringify(`${prefix}/*?${query}`)} {`,
      '  const text: string;',
      '  export default text;',
      '}',
    ].join('\n'),
  );
  const other = [
    `declare module ${JSON.stringify(`${prefix}/*`)} {`,
    '  /** No asset and no output has this name. */',
    '  export const __esModule: true;',
    '}',
  ];
  return [...withQuery, other.join('\n')];
}

/** The types that the manifest gives: without what is told beside them, and what is in a model. */
export function withoutComments(declarations: string): string {
  // Git for Windows writes its own ends of lines.
  const text = declarations.replaceAll('\r\n', '\n');
  return withoutNames(text).replace(/^(?: {2}\/\*\* .* \*\/|\/\/ .*)\n/gm, '');
}

function urlModule(asset: Asset, output: Output, prefix: string, lock: Lock): string {
  const locked = lock.assets[asset.name]?.outputs[output.name];
  const lines = [
    `declare module ${JSON.stringify(`${prefix}/${output.name}`)} {`,
    `  ${documentOutput(asset, output, locked)}`,
    '  const url: string;',
    '  export default url;',
    '}',
  ];
  return lines.join('\n');
}

function objectModule(asset: Asset, prefix: string, lock: Lock): string {
  const lines = [
    `declare module ${JSON.stringify(`${prefix}/${asset.name}`)} {`,
    ...(modelOutputs(asset).length === 0 ? [] : [boundsType(asset, lock)]),
    `  ${documentAsset(asset)}`,
    '  const asset: {',
    `    readonly kind: ${JSON.stringify(asset.kind)};`,
    `    readonly name: ${JSON.stringify(asset.name)};`,
    '    readonly url: string;',
    ...factTypes(asset).map((line) => `    ${line}`),
    '    readonly files: readonly [',
    ...asset.outputs.map((output) => {
      const name = JSON.stringify(output.name);
      const format = JSON.stringify(output.format);
      const lod = output.lod === undefined ? '' : `; readonly lod: ${output.lod}`;
      return `      ${fileType(asset, `name: ${name}; readonly format: ${format}${lod}`)},`;
    }),
    '    ];',
    '  };',
    '  export default asset;',
    '}',
  ];
  return lines.join('\n');
}

const BOUNDS =
  '{ readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] }';

const MAP =
  '{ readonly roles: readonly string[]; readonly width: number; readonly height: number; readonly format: string; readonly gpuBytes: number }';

function factTypes(asset: Asset): string[] {
  switch (asset.kind) {
    case 'image':
      return [
        'readonly width: number;',
        'readonly height: number;',
        '/** A data URL to show until the image is there. */',
        'readonly placeholder: string;',
        '/** The colour that most of it has, `#rrggbb`; null where all of it is transparent. */',
        'readonly color: string | null;',
        '/** Of the first format. */',
        'readonly srcset: string;',
        '/** Of every format, the smallest files first, for `<picture>`. */',
        'readonly sources: readonly { readonly type: string; readonly srcset: string }[];',
      ];
    case 'video': {
      const hasFilm = asset.outputs.some((output) => isFilm({ output }));
      const facts = [
        'readonly width: number;',
        'readonly height: number;',
        '/** Seconds. */',
        'readonly duration: number;',
        '/** Of every video file, for `<video>`: those that take the fewest bytes first. */',
        'readonly sources: readonly { readonly type: string; readonly src: string; readonly width: number; readonly height: number }[];',
      ];
      return [...(hasFilm ? facts : []), `readonly poster: ${picture(asset, 'poster')};`];
    }
    case 'model':
    case 'chibi':
      return [...modelFacts(asset), `readonly thumbnail: ${picture(asset, 'thumbnail')};`];
  }
}

function picture(asset: Asset, type: 'poster' | 'thumbnail'): 'string' | 'null' {
  return asset.outputs.some((output) => output.step.type === type) ? 'string' : 'null';
}

function modelFacts(asset: Asset): string[] {
  if (modelOutputs(asset).length === 0) return [];
  return [
    '/** Axis-aligned, in the units of the model. */',
    'readonly bounds: Bounds;',
    'readonly triangles: number;',
    'readonly vertices: number;',
    'readonly materials: number;',
    'readonly textures: number;',
    '/** Its textures, one by one; format is webp, png, jpeg, avif, or the codec of KTX2. */',
    `readonly maps: readonly ${MAP}[];`,
    '/** On a graphics card: textures with mipmaps, and geometry. Bytes. */',
    'readonly gpuBytes: number;',
    'readonly drawCalls: number;',
    'readonly animations: readonly string[];',
    '/** Of glTF, those that a loader has to know to read the file at all. */',
    'readonly extensions: readonly string[];',
  ];
}

function fileType(asset: Asset, literals: string): string {
  const size = 'readonly width?: number; readonly height?: number';
  const facts =
    asset.kind === 'image' || asset.kind === 'video'
      ? size
      : `readonly triangles?: number; readonly gpuBytes?: number; readonly drawCalls?: number; readonly bounds?: ${BOUNDS}; ${size}`;
  const common = 'readonly bytes: number; readonly sha256: string; readonly draft: boolean';
  return `{ readonly url: string; readonly ${literals}; ${common}; ${facts} }`;
}
