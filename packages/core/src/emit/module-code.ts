import type { OutputMeta } from '../lock/lock.ts';
import type { Asset, ImageFormat } from '../manifest/manifest.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import type { MadeFile } from './made-file.ts';
import { isFilm, videoSourcesCode } from './video-sources-code.ts';

/**
 * The ES module of an object import. Every URL is an import of its own below the prefix, so that
 * the bundler's asset machinery decides base, hash and place. Never holds a prompt.
 */
export function moduleCode(asset: Asset, files: readonly MadeFile[], prefix: string): string {
  const imports = files.map(
    (made, index) => `import f${index} from ${JSON.stringify(`${prefix}/${made.file.name}`)};`,
  );
  const fields = [
    `  kind: ${JSON.stringify(asset.kind)},`,
    `  name: ${JSON.stringify(asset.name)},`,
    `  url: ${files.length === 0 ? 'null' : 'f0'},`,
    ...factsOf(asset, files),
    '  files: [',
    ...files.map((made, index) => `    ${fileCode(made, index)},`),
    '  ],',
  ];
  return [...imports, 'export default {', ...fields, '};', ''].join('\n');
}

function fileCode(made: MadeFile, index: number): string {
  // Names are for types.
  const { placeholder: _placeholder, color: _color, names: _names, ...meta } = made.meta;
  const facts = {
    name: made.file.name,
    format: made.output.format,
    bytes: made.file.bytes,
    sha256: made.file.sha256,
    draft: made.file.draft,
    ...(made.output.lod === undefined ? {} : { lod: made.output.lod }),
    ...meta,
  };
  // Facts come fresh from a file or from the lock, whose keys are sorted: the code is the same.
  return `{"url":f${index},${canonicalJson(facts).slice(1)}`;
}

function factsOf(asset: Asset, files: readonly MadeFile[]): string[] {
  const line = (key: string, value: unknown): string[] =>
    value === undefined ? [] : [`  ${key}: ${canonicalJson(value)},`];
  switch (asset.kind) {
    case 'image': {
      const meta = files[0]?.meta;
      return [
        ...line('width', meta?.width),
        ...line('height', meta?.height),
        ...line('placeholder', meta?.placeholder),
        ...line('color', meta?.color ?? null),
        ...sourcesCode(files),
      ];
    }
    case 'video': {
      const video = files.find(isFilm)?.meta;
      return [
        ...line('width', video?.width),
        ...line('height', video?.height),
        ...line('duration', video?.duration),
        videoSourcesCode(files),
        ...pictureCode(files, 'poster'),
      ];
    }
    case 'model':
    case 'chibi': {
      const meta = files.find((made) => made.meta.triangles !== undefined)?.meta;
      const keys = [
        'bounds',
        'triangles',
        'vertices',
        'materials',
        'textures',
        'maps',
        'gpuBytes',
        'drawCalls',
        'animations',
        'extensions',
      ] as const;
      return [...keys.flatMap((key) => line(key, meta?.[key])), ...pictureCode(files, 'thumbnail')];
    }
  }
}

/** The URL of the first picture of a film or a model, or null. */
function pictureCode(files: readonly MadeFile[], type: 'poster' | 'thumbnail'): string[] {
  const at = files.findIndex((made) => made.output.step.type === type);
  return [`  ${type}: ${at === -1 ? 'null' : `f${at}`},`];
}

const MIME: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** Best first: a browser takes the first `<source>` that it can show. */
const PREFERENCE: readonly ImageFormat[] = ['avif', 'webp', 'jpeg', 'png'];

interface SrcsetEntry {
  readonly width: number;
  /** `${f0} 640w`, in a template. */
  readonly code: string;
}

/**
 * `srcset` of the first format, and `sources` of every format for a `<picture>`. A file of another
 * shape than the first (a square cut of a wide picture) is another picture: it is left out.
 */
function sourcesCode(files: readonly MadeFile[]): string[] {
  const shape = files[0]?.meta;
  const byFormat = new Map<ImageFormat, SrcsetEntry[]>();
  files.forEach(({ output, meta }, index) => {
    const { width } = meta;
    if (width === undefined || shape === undefined || !isSameShape(shape, meta)) return;
    const format = output.format as ImageFormat;
    const others = byFormat.get(format) ?? [];
    if (others.some((each) => each.width === width)) return;
    byFormat.set(format, [...others, { width, code: `\${f${index}} ${width}w` }]);
  });
  const srcset = (entries: readonly SrcsetEntry[]): string => {
    const sorted = [...entries].sort((a, b) => a.width - b.width);
    return `\`${sorted.map(({ code }) => code).join(', ')}\``;
  };
  const first = [...byFormat.values()][0];
  const sources = [...byFormat]
    .sort(([a], [b]) => PREFERENCE.indexOf(a) - PREFERENCE.indexOf(b))
    .map(([format, entries]) => {
      return `{ type: ${JSON.stringify(MIME[format])}, srcset: ${srcset(entries)} }`;
    });
  return [
    `  srcset: ${first === undefined ? 'null' : srcset(first)},`,
    `  sources: [${sources.join(', ')}],`,
  ];
}

/** The same proportions, but for sides that were rounded to whole pixels. */
function isSameShape(one: OutputMeta, other: OutputMeta): boolean {
  const { width = 0, height = 0 } = one;
  const { width: otherWidth = 0, height: otherHeight = 0 } = other;
  return Math.abs(width * otherHeight - otherWidth * height) <= Math.max(width, otherWidth);
}
