import { AssetgenError } from '@assetgen/client/errors';
import type { OutputFile, ResolvedImport } from './asset-view.ts';

/** `@gen/props/dragon?three`: what an import may ask for beside an asset's files, and of which kinds. */
export const CODE_TARGETS: Readonly<Record<CodeTarget, readonly string[]>> = {
  three: ['model', 'chibi'],
  r3f: ['model', 'chibi'],
  tres: ['model', 'chibi'],
  threlte: ['model', 'chibi'],
  babylon: ['model', 'chibi'],
  playcanvas: ['model', 'chibi'],
  react: ['image', 'video'],
  vue: ['image', 'video'],
  svelte: ['image', 'video'],
};
export type CodeTarget =
  | 'three'
  | 'r3f'
  | 'tres'
  | 'threlte'
  | 'babylon'
  | 'playcanvas'
  | 'react'
  | 'vue'
  | 'svelte';

/** Engines that have a loader here; each has decoders of its own. */
export const ENGINES = ['three', 'babylon', 'playcanvas'] as const;
export type Engine = (typeof ENGINES)[number];

const DECODERS = ['meshopt', 'draco', 'ktx2'];

function partsOfEngine(engine: Engine): string[] {
  return ['load', engine, ...DECODERS.map((decoder) => `${engine}-${decoder}`)];
}

/** What the code of all assets shares, by what asks for it; each is a file of `runtime/`. */
export const PARTS: Readonly<Record<CodeTarget, readonly string[]>> = {
  three: partsOfEngine('three'),
  r3f: [...partsOfEngine('three'), 'three-parts', 'r3f'],
  tres: [...partsOfEngine('three'), 'three-parts', 'tres'],
  threlte: [...partsOfEngine('three'), 'three-parts', 'threlte'],
  babylon: partsOfEngine('babylon'),
  playcanvas: partsOfEngine('playcanvas'),
  react: ['react'],
  vue: ['vue'],
  svelte: ['svelte'],
};

/** The target whose loader another one shows. */
const ENGINE_OF: Readonly<Partial<Record<CodeTarget, Engine>>> = {
  three: 'three',
  r3f: 'three',
  tres: 'three',
  threlte: 'three',
  babylon: 'babylon',
  playcanvas: 'playcanvas',
};

/**
 * Parts an asset's name from the target in the name of a module. It stands in no asset's name, and
 * unlike `?` it may stand in the name of a file.
 */
const MARK = '~';

/** The decoder that a file of this extension of glTF cannot be read without. */
const NEEDED: Readonly<Record<string, string>> = {
  EXT_meshopt_compression: 'meshopt',
  KHR_meshopt_compression: 'meshopt',
  KHR_draco_mesh_compression: 'draco',
  KHR_texture_basisu: 'ktx2',
};

/** Where the files of code come from. */
export interface CodeFiles {
  /** Code that runs in a browser, and stands in this package as it is. */
  runtime(name: string): string;
  /**
   * A decoder, by its name and `.bin`. Those for three.js, and the transcoder of KTX2, are of the three.js
   * that the project has.
   * @throws AssetgenError `ASSETGEN_PEER`
   */
  decoder(name: string): Pick<OutputFile, 'path' | 'bytes' | 'sha256'>;
}

export interface CodeTargetInput {
  readonly prefix: string;
  readonly files: CodeFiles;
  /** What a name without a target means; throws for one that means nothing. */
  base(name: string): ResolvedImport;
}

/**
 * What a name with a target means: `props/dragon~three`, the code of one asset for one framework;
 * `~three`, what all of them share; `~decoder/…`, a file of the framework that code loads by its URL.
 * null for a name without a target.
 * @throws AssetgenError `ASSETGEN_UNKNOWN_IMPORT`, `ASSETGEN_PEER`
 */
export function resolveTarget(name: string, input: CodeTargetInput): ResolvedImport | null {
  const { prefix, files, base } = input;
  const at = name.lastIndexOf(MARK);
  if (at === -1) return null;
  const asset = name.slice(0, at);
  const target = name.slice(at + 1);
  if (asset === '') {
    if (target.startsWith('decoder/')) {
      const found = files.decoder(target.slice('decoder/'.length));
      return { type: 'file', file: { asset: MARK, name, draft: false, ...found } };
    }
    const code = sharedCode(target, input);
    return {
      type: 'object',
      asset: name,
      code: code.replaceAll(DEV_ONLY, ''),
      hotCode: (hot) =>
        code.replaceAll(DEV_ONLY, (_all, only: string) => `if (${hot}) {\n${only}}\n`),
    };
  }
  const resolved = base(asset);
  const written = `"${prefix}/${asset}?${target}"`;
  if (resolved.type === 'file') {
    const { asset: owner } = resolved.file;
    throw new AssetgenError(
      'ASSETGEN_UNKNOWN_IMPORT',
      `${written} names a file, but only an asset has code`,
      {
        hint: `Import "${prefix}/${owner}?${target}".`,
      },
    );
  }
  const object = readObjectCode(resolved.code);
  const kinds = CODE_TARGETS[target as CodeTarget];
  if (!kinds.includes(object.kind)) {
    const others = Object.entries(CODE_TARGETS).filter(([, of]) => of.includes(object.kind));
    const list = others.map(([each]) => `"${prefix}/${asset}?${each}"`).join(', ');
    throw new AssetgenError(
      'ASSETGEN_UNKNOWN_IMPORT',
      `${written}: expected ${withArticle(kinds[0])}, found ${withArticle(object.kind)}`,
      { hint: `Of this asset there are "${prefix}/${asset}" and ${list}.` },
    );
  }
  const code = (hot?: string): string => {
    const engine = ENGINE_OF[target as CodeTarget];
    if (engine === undefined) return pictureCode(object, target, prefix);
    return engine === target
      ? modelCode(object, engine, prefix, hot)
      : componentCode(object, target, engine, prefix);
  };
  return { type: 'object', asset: name, code: code(), hotCode: code };
}

function withArticle(kind = ''): string {
  return `${kind === 'image' ? 'an' : 'a'} ${kind}`;
}

/** The module of an object import, read again: what a warm build has of an asset. */
interface ObjectCode {
  readonly kind: string;
  readonly name: string;
  readonly files: readonly ObjectFile[];
}

interface ObjectFile {
  readonly name: string;
  readonly format: string;
  readonly bytes: number;
  readonly lod?: number;
  readonly triangles?: number;
  readonly bounds?: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly extensions?: readonly string[];
}

function readObjectCode(code: string): ObjectCode {
  const value = (key: string): string =>
    JSON.parse(new RegExp(`^ {2}${key}: (.*),$`, 'm').exec(code)?.[1] ?? '""') as string;
  const files = [...code.matchAll(/^ {4}\{"url":f\d+,(.*)\},$/gm)];
  return {
    kind: value('kind'),
    name: value('name'),
    files: files.map(([, facts]) => JSON.parse(`{${facts}}`) as ObjectFile),
  };
}

const HEADER = '// assetgen: code of an import';

/** The GLB that code shows, with all its levels of detail: the first that the manifest lists. */
function finestFirst(
  { name, files }: ObjectCode,
  target: string,
  prefix: string,
): readonly [ObjectFile, ...ObjectFile[]] {
  const models = files.filter((file) => file.format === 'glb' && file.triangles !== undefined);
  const [first, ...others] = models;
  if (first === undefined) {
    throw new AssetgenError(
      'ASSETGEN_UNKNOWN_IMPORT',
      `"${prefix}/${name}?${target}": expected an output "glb", found none`,
      { hint: 'Add { "format": "glb" } to its outputs.' },
    );
  }
  if (first.lod === undefined) return [first];
  const stem = (file: ObjectFile): string => file.name.replace(/\.lod\d+\.glb$/, '');
  const levels = others.filter((file) => file.lod !== undefined && stem(file) === stem(first));
  return [first, ...levels];
}

/** @param hot how a dev server calls its interface for updates; none: the code is for a build */
function modelCode(object: ObjectCode, engine: Engine, prefix: string, hot?: string): string {
  const levels = finestFirst(object, engine, prefix);
  const needed = new Set(levels.flatMap((file) => file.extensions ?? []).map((id) => NEEDED[id]));
  const decoders = DECODERS.filter((each) => needed.has(each));
  const [finest] = levels;
  const facts = levels.map(({ bytes, triangles = 0 }, index) => {
    const share = triangles / Math.max(1, finest.triangles ?? 0);
    return `{ url: f${index}, bytes: ${bytes}, share: ${Number(share.toPrecision(3))} }`;
  });
  return lines([
    HEADER,
    `import { model } from ${JSON.stringify(`${prefix}/${MARK}${engine}`)};`,
    ...decoders.map(
      (each) => `import { ${each} } from ${JSON.stringify(`${prefix}/${MARK}${engine}-${each}`)};`,
    ),
    ...levels.map(
      (file, index) => `import f${index} from ${JSON.stringify(`${prefix}/${file.name}`)};`,
    ),
    ...(hot === undefined ? [] : ['let before;', `if (${hot}) before = ${hot}.data?.made;`]),
    // Nothing of it is left where nobody uses it.
    `export const made = /* @__PURE__ */ model({`,
    `  name: ${JSON.stringify(object.name)},`,
    `  bounds: ${JSON.stringify(finest.bounds ?? null)},`,
    `  levels: [${facts.join(', ')}],`,
    `  use: [${decoders.join(', ')}],`,
    `}${hot === undefined ? '' : ', before'});`,
    'export const load = (options) => made.load(options);',
    'export const preload = (options) => made.preload(options);',
    ...(hot === undefined
      ? []
      : [
          `if (${hot}) {`,
          `  ${hot}.accept();`,
          `  ${hot}.dispose((data) => { data.made = made; });`,
          '}',
        ]),
  ]);
}

function componentCode(object: ObjectCode, target: string, engine: Engine, prefix: string): string {
  finestFirst(object, target, prefix);
  const component = componentName(object.name);
  return lines([
    HEADER,
    `import { component } from ${JSON.stringify(`${prefix}/${MARK}${target}`)};`,
    `import { made } from ${JSON.stringify(`${prefix}/${object.name}${MARK}${engine}`)};`,
    `export const ${component} = /* @__PURE__ */ component(made, ${JSON.stringify(component)});`,
    `export default ${component};`,
  ]);
}

function pictureCode(object: ObjectCode, target: string, prefix: string): string {
  const component = componentName(object.name);
  return lines([
    HEADER,
    `import asset from ${JSON.stringify(`${prefix}/${object.name}`)};`,
    `import { ${object.kind} } from ${JSON.stringify(`${prefix}/${MARK}${target}`)};`,
    `export const ${component} = /* @__PURE__ */ ${object.kind}(asset, ${JSON.stringify(component)});`,
    `export default ${component};`,
  ]);
}

function lines(code: readonly string[]): string {
  return `${code.join('\n')}\n`;
}

/** `props/big-dragon` is `BigDragon`; what would begin with a digit begins with `Gen`. */
export function componentName(asset: string): string {
  const last = asset.slice(asset.lastIndexOf('/') + 1);
  const words = last.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(name) ? name : `Gen${name}`;
}

/** What the code of all assets shares. */
const SHARED: ReadonlySet<string> = new Set(['meshopt', ...Object.values(PARTS).flat()]);

/** Of shared code, statements that only the updates of a dev server need. */
const DEV_ONLY = /^ *\/\/ <dev>\n([^]*?) *\/\/ <\/dev>\n/gm;

function sharedCode(name: string, { prefix, files }: CodeTargetInput): string {
  if (!SHARED.has(name)) {
    throw new AssetgenError('ASSETGEN_UNKNOWN_IMPORT', `no import "${prefix}/${MARK}${name}"`);
  }
  const code = files
    .runtime(name)
    .replaceAll("'@gen/", `'${prefix}/`)
    .replaceAll(/ from '\.\/(.*)\.js';$/gm, ` from '${prefix}/${MARK}$1';`);
  return `${HEADER}\n${code}`;
}
