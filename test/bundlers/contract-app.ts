import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import type { Form } from './table.ts';

const MANIFEST = {
  assets: {
    'props/crate': {
      kind: 'model',
      prompt: 'a wooden crate',
      // Small: what is contracted is where a file comes to lie. The sky's PNG is large.
      quality: 'standard',
      meshOnly: true,
      faces: 100_000,
      outputs: [
        { format: 'glb', simplify: 0.05 },
        { format: 'glb', suffix: 'lod1', simplify: 0.02, public: 'models/crate.glb' },
      ],
    },
    sky: {
      kind: 'image',
      prompt: 'clouds over hills',
      outputs: [{ format: 'webp', width: 320 }, 'png'],
    },
  },
};

/** Imports of two files, each under ten names. */
const MANY = Array.from(
  { length: 20 },
  (_each, at) => `import many${at} from '@gen/${at % 2 === 0 ? 'props/crate.glb' : 'sky.png'}';`,
).join(' ');

/** An expression: what they gave, where all names of a file gave the same. */
const OF_MANY = `((...urls) => {
  if (new Set(urls).size !== 2 || urls[0] !== urls[18]) throw new Error(urls.join(' '));
  return { 'props/crate.glb': urls[0], 'sky.png': urls[1] };
})(${Array.from({ length: 20 }, (_each, at) => `many${at}`).join(', ')})`;

/** Statements that put `{ output name: URL }` into `found`, by form; they may await. */
const FRAGMENTS: Readonly<Record<Form, { readonly head?: string; readonly body: string }>> = {
  url: {
    head: `import crateUrl from '@gen/props/crate.glb';`,
    body: `found.url = { 'props/crate.glb': crateUrl };`,
  },
  many: { head: MANY, body: `found.many = ${OF_MANY};` },
  object: {
    head: `import crate from '@gen/props/crate'; import sky from '@gen/sky';`,
    body: `found.object = Object.fromEntries([...crate.files, ...sky.files].map((f) => [f.name, f.url]));`,
  },
  lazy: {
    body: `found.lazy = { 'sky.320w.webp': (await import('@gen/sky.320w.webp')).default };`,
  },
  newUrl: {
    body: `found.newUrl = { 'sky.png': new URL('@gen/sky.png', import.meta.url).href };`,
  },
  css: {
    head: `import './style.css';`,
    body: `found.css = { 'sky.png': background('css') };`,
  },
  nestedCss: { body: `found.nestedCss = { 'sky.320w.webp': background('nested') };` },
  html: {
    body: `const img = document.querySelector('img');
      found.html = { 'sky.320w.webp': img.src, 'sky.png': img.srcset.split(' ')[0] };
      found.html['sky.png#2'] = document.querySelector('link[rel=icon]').href;
      found.html['sky.320w.webp#2'] = document.querySelector('video').poster;`,
  },
  glob: {
    body: `const globbed = import.meta.glob('/.assetgen/files/props/*.glb', { query: '?url', import: 'default', eager: true, exhaustive: true });
      found.glob = { 'props/crate.glb': Object.entries(globbed).find(([path]) => path.endsWith('/crate.glb'))[1] };`,
  },
  worker: {
    body: `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
      found.worker = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
      });`,
  },
  public: { body: `found.public = { 'props/crate.lod1.glb': 'models/crate.glb' };` },
};

const BACKGROUND = `const background = (name) => {
  const element = Object.assign(document.createElement('div'), { className: name });
  document.body.append(element);
  return /url\\("(.*)"\\)/.exec(getComputedStyle(element).backgroundImage)?.[1];
};`;

/** An entry that leaves a promise of all URLs in \`globalThis.found\`. */
export function webEntry(forms: readonly Form[]): string {
  const parts = forms.map((form) => FRAGMENTS[form]);
  return `${parts.map(({ head = '' }) => head).join('\n')}
    ${BACKGROUND}
    globalThis.found = (async () => {
      const found = {};
      ${parts.map(({ body }) => body).join('\n')}
      return found;
    })();`;
}

/** An entry that Node runs. */
const NODE_ENTRY = `${['url', 'many', 'object'].map((form) => FRAGMENTS[form as Form].head).join('\n')}
  export async function collect() {
    const found = {};
    ${['url', 'many', 'object', 'lazy', 'newUrl'].map((form) => FRAGMENTS[form as Form].body).join('\n')}
    return found;
  }`;

const APP: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module", "private": true }',
  'assetgen.config.json': '{ "service": "local" }',
  'assets.gen.json': JSON.stringify(MANIFEST),
  'style.css': `@import './parts/nested.css';
    .css { background-image: url(@gen/sky.png) }`,
  'parts/nested.css': `.nested { background-image: url("@gen/sky.320w.webp") }`,
  'worker.js': `${MANY} import url from '@gen/props/crate.glb';
    const at = (target) => new URL(target, self.location.href).href;
    const many = ${OF_MANY};
    if (many['props/crate.glb'] !== url) throw new Error(url);
    postMessage({ 'props/crate.glb': at(url), 'sky.png#2': at(many['sky.png']), 'sky.png': new URL('@gen/sky.png', import.meta.url).href });`,
  'node.js': NODE_ENTRY,
  'styled.js': `import './style.css';`,
  'library.js': `export { default as url } from '@gen/props/crate.glb';`,
  'bytes.js': `import inline from '@gen/sky.png?inline'; import raw from '@gen/sky.320w.webp?raw';
    export { inline, raw };`,
  'webpack.html': `<!doctype html><link rel="icon" href="<%= require('@gen/sky.png') %>">
    <img src="<%= require('@gen/sky.320w.webp') %>" srcset="<%= require('@gen/sky.png') %> 2x">
    <video poster="<%= require('@gen/sky.320w.webp') %>"></video>`,
};

/** What Vite reads as a page; `src` is the entry. */
export function vitePage(entry: string): string {
  return `<!doctype html><link rel="icon" href="@gen/sky.png">
    <body><img src="@gen/sky.320w.webp" srcset="@gen/sky.png 2x">
    <video poster="@gen/sky.320w.webp"></video>
    <script>globalThis.hosted = (name) => globalThis.assetBase + name;</script>
    <script type="module" src="/${entry}"></script></body>`;
}

export interface ContractApp {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Digests by the name of the output: 64 hex digits. */
  readonly digests: ReadonlyMap<string, string>;
}

/** A project whose assets are made, so that every build of it is a warm one. */
export async function makeContractApp(
  entries: Readonly<Record<string, string>>,
): Promise<ContractApp> {
  const root = await makeApp({ ...APP, ...entries });
  const env = cleanEnv();
  const built = await runNode([join(REPOSITORY, 'dist/main.js'), 'build'], { cwd: root, env });
  if (built.code !== 0) throw new Error(built.stderr);
  const lock = JSON.parse(await readFile(join(root, 'assets.gen.lock.json'), 'utf8')) as {
    assets: Record<string, { outputs: Record<string, { digest: string }> }>;
  };
  const digests = Object.values(lock.assets).flatMap(({ outputs }) =>
    Object.entries(outputs).map(
      ([name, { digest }]) => [name, digest.replace('sha256-', '')] as const,
    ),
  );
  return { root, env, digests: new Map(digests) };
}
