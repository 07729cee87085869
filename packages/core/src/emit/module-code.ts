import type { Asset, ImageFormat } from '../manifest/types.ts';
import { canonicalJson } from '../plan/canonical.ts';
import type { MadeFile } from './made-file.ts';

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
  const { placeholder: _placeholder, ...meta } = made.meta;
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
        ...sourcesCode(files),
      ];
    }
    case 'video': {
      const video = files.find((made) => made.output.step.type === 'video')?.meta;
      return [
        ...line('width', video?.width),
        ...line('height', video?.height),
        ...line('duration', video?.duration),
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

/** `srcset` of the first format, and `sources` of every format for a `<picture>`. */
function sourcesCode(files: readonly MadeFile[]): string[] {
  const byFormat = new Map<ImageFormat, string[]>();
  files.forEach((made, index) => {
    const format = made.output.format as ImageFormat;
    if (made.meta.width === undefined) return;
    const entries = byFormat.get(format) ?? [];
    entries.push(`\${f${index}} ${made.meta.width}w`);
    byFormat.set(format, entries);
  });
  const sources = [...byFormat].map(
    ([format, entries]) =>
      `{ type: ${JSON.stringify(MIME[format])}, srcset: \`${entries.join(', ')}\` }`,
  );
  const first = [...byFormat.values()][0];
  return [
    `  srcset: ${first === undefined ? 'null' : `\`${first.join(', ')}\``},`,
    `  sources: [${sources.join(', ')}],`,
  ];
}
