import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OpenProject } from '@assetgen/core';
import type { InlineConfig, Plugin } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import type { FolderManifest } from '../testing/folder-project.ts';
import { vitePlugins } from './vite-plugins.ts';
import { VITES } from '../testing/vites.ts';

let root: string;
beforeEach(async () => {
  // With a space and parentheses, as folders on people's machines have.
  root = join(await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-'))), 'my (app)');
});
afterEach(() => rm(dirname(root), { recursive: true, force: true }));

const MANIFEST: FolderManifest = {
  'props/dragon.glb': { text: 'glTF dragon' },
  'props/dragon.lod1.glb': { text: 'glTF small dragon', public: 'models/dragon.glb' },
  'hero.640w.webp': { text: 'RIFF hero 640' },
  'hero.webp': { text: 'RIFF hero' },
};

async function app(files: Record<string, string>): Promise<void> {
  const all = { 'assets.gen.json': JSON.stringify(MANIFEST), ...files };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

interface Built {
  readonly html: string;
  readonly js: string;
  readonly css: string;
  readonly lines: readonly string[];
  read(name: string): Promise<string>;
  readonly names: readonly string[];
}

async function buildWith(
  { build, createLogger }: (typeof VITES)[number][1],
  config: InlineConfig = {},
  project: OpenProject = folderProjects({ runs: 0, closed: false }),
): Promise<Built> {
  const lines: string[] = [];
  const logger = createLogger('info');
  for (const level of ['info', 'warn', 'error'] as const) {
    logger[level] = (message) => void lines.push(message);
  }
  await build({
    root,
    configFile: false,
    customLogger: logger,
    plugins: vitePlugins(project, {}),
    ...config,
    build: { modulePreload: { polyfill: false }, ...config.build },
  });
  const names = (await readdir(join(root, 'dist'), { recursive: true })).sort();
  const read = (name: string): Promise<string> => readFile(join(root, 'dist', name), 'utf8');
  const text = async (extension: string): Promise<string> =>
    (await Promise.all(names.filter((name) => name.endsWith(extension)).map(read))).join('\n');
  return {
    html: await text('.html'),
    js: await text('.js'),
    css: await text('.css'),
    lines,
    read,
    names,
  };
}

/** A project whose imports by these names have this code. */
function withObjects(open: OpenProject, objects: Readonly<Record<string, string>>): OpenProject {
  return (given) => {
    const project = open(given);
    return {
      ...project,
      async ensure(signal) {
        const { view, ...rest } = await project.ensure(signal);
        const resolve: typeof view.resolve = (id) => {
          const asset = id.slice('@gen/'.length);
          const code = objects[asset];
          return code === undefined ? view.resolve(id) : { type: 'object', asset, code };
        };
        return { ...rest, view: { ...view, resolve } };
      },
    };
  };
}

/** What the plugin is asked to resolve from now on. */
function noteAsked(plugins: readonly Plugin[]): readonly string[] {
  const asked: string[] = [];
  const hook = plugins[0]?.resolveId;
  if (typeof hook !== 'object') throw new Error('no resolveId');
  const { handler } = hook;
  hook.handler = function noted(...given) {
    asked.push(given[0]);
    return handler.apply(this, given);
  };
  return asked;
}

type BuildArguments = readonly [config?: InlineConfig, project?: OpenProject];

const page = (body: string): string =>
  `<!doctype html><body>${body}<script type="module" src="/main.js"></script></body>`;

describe.each(VITES)('imports in a build of Vite %s', (_version, vite) => {
  const built = (...args: BuildArguments): Promise<Built> => buildWith(vite, ...args);

  it('emits the file of a URL import under a hashed name, never inline', async () => {
    // Any other JSON is what it says; this is a file to fetch.
    const shape = { 'crate.collider.json': { text: '{ "shape": "box" }' } };
    await app({
      'assets.gen.json': JSON.stringify({ ...MANIFEST, ...shape }),
      'index.html': page(''),
      'main.js': `import url from '@gen/props/dragon.glb'; import own from './own.json';
        import collider from '@gen/crate.collider.json'; console.log(url, collider, own);`,
      'own.json': '{ "own": "stays" }',
    });
    const { js, names, read } = await built();
    const [collider] = /\/assets\/crate\.collider-[\w-]{8}\.json/.exec(js) ?? [];
    expect(await read(collider?.slice(1) ?? '')).toBe('{ "shape": "box" }');
    expect(js).toMatch(/[`"']stays/);
    const [url] = /\/assets\/dragon-[\w-]{8}\.glb/.exec(js) ?? [];
    expect(url).toBeDefined();
    expect(await read(url!.slice(1))).toBe('glTF dragon');
    expect(names.filter((name) => name.endsWith('.glb'))).toHaveLength(2);
  });

  it('ships a picture as it is beside vite-imagetools, which takes every query for its own', async () => {
    await app({
      'index.html': page(''),
      'main.js': `import url from '@gen/hero.webp'; import own from './own.webp?w=8'; console.log(url, own);`,
      'own.webp': 'RIFF own',
    });
    const imagetools: Plugin = {
      name: 'imagetools',
      enforce: 'pre',
      load: (id) => (/\.webp\?/.test(id) ? `export default 'encoded anew'` : null),
    };
    const plugins = [imagetools, vitePlugins(folderProjects({ runs: 0, closed: false }), {})];
    const { js, read } = await built({ plugins });
    const [url = ''] = /assets\/hero-[\w-]{8}\.webp/.exec(js) ?? [];
    expect(await read(url)).toBe('RIFF hero');
    // Those of the user are its business.
    expect(js.match(/encoded anew/g)).toHaveLength(1);
  });

  it('is asked of no other import', async () => {
    await app({
      'index.html': page(''),
      'main.js': `import './other.js'; import url from '@own/hero.webp'; console.log(url);`,
      'other.js': 'console.log(1);',
    });
    const plugins = vitePlugins(folderProjects({ runs: 0, closed: false }), { prefix: '@own' });
    const asked = noteAsked(plugins);
    const { js } = await built({ plugins });
    expect(js).toMatch(/\/assets\/hero-[\w-]{8}\.webp/);
    expect(asked).toEqual(['@own/hero.webp']);
  });

  const MANY = Array.from({ length: 20 }, (_each, at) => `f${at}`);
  const IMPORTS = MANY.map((name) => `import ${name} from '@gen/${name}.glb';`).join('\n');
  const FILES = Object.fromEntries(MANY.map((name) => [`${name}.glb`, { text: `glTF ${name}` }]));

  async function manyApp(files: Record<string, string>): Promise<void> {
    await app({ ...files, 'assets.gen.json': JSON.stringify({ ...MANIFEST, ...FILES }) });
  }

  it.each([
    ['one module', `import './style.css';`, `new URL('@gen/hero.webp', import.meta.url).href`],
    ['constants', '', `'hero'`],
  ])('makes %s of the imports of many files, and moves nothing', async (_what, other, hero) => {
    await manyApp({
      'index.html': page('').replace('main.js', 'main.tsx'),
      'main.tsx': `${IMPORTS}\n${other}
        const all: readonly string[] = [${MANY.join(', ')}];
        console.log(all, ${hero});
        throw new Error('here');`,
      'style.css': 'body { background: url(@gen/f0.glb) }',
    });
    const plugins = vitePlugins(folderProjects({ runs: 0, closed: false }), {});
    const asked = noteAsked(plugins);
    const { js, css, names, read } = await built({
      plugins,
      base: '/x/',
      build: { sourcemap: true },
    });
    expect(asked.filter((source) => /f\d+\.glb/.test(source))).toEqual([]);
    expect(js).not.toContain('@gen/');
    for (const name of MANY) {
      const [, url] = new RegExp(`["'\`]/x/(assets/${name}-[\\w-]{8}\\.glb)`).exec(js) ?? [];
      expect(await read(url ?? '')).toBe(`glTF ${name}`);
      if (name === 'f0' && other !== '') expect(css).toContain(`url(/x/${url})`);
    }
    if (other !== '') expect(js).toMatch(/hero-[\w-]{8}\.webp/);
    const map = await read(names.find((name) => name.endsWith('.js.map'))!);
    const lines = js.split('\n');
    const line = lines.findIndex((text) => text.includes('Error('));
    const origin = new SourceMap(JSON.parse(map) as SourceMapPayload).findOrigin(
      line + 1,
      lines[line]!.indexOf('Error(') + 1,
    );
    expect(origin).toMatchObject({ fileName: expect.stringMatching(/main\.tsx$/), lineNumber: 24 });
  });

  it('gives a worker many files', async () => {
    await manyApp({
      'index.html': page(''),
      'main.js': `new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });`,
      'worker.js': `${IMPORTS}\npostMessage([${MANY.join(', ')}]);`,
    });
    const { names, read } = await built({ worker: { format: 'es' } });
    const worker = await read(names.find((name) => /worker-.*\.js$/.test(name))!);
    for (const name of MANY) {
      const [, url] = new RegExp(`/(assets/${name}-[\\w-]{8}\\.glb)`).exec(worker) ?? [];
      expect(await read(url ?? '')).toBe(`glTF ${name}`);
    }
  });

  const MANIFESTS = { build: { manifest: true, ssrManifest: true } };
  it.each([
    ['all builds', MANIFESTS],
    ['one of environments that share a config', { environments: { client: MANIFESTS } }],
  ])('names each of many files in the manifests of %s', async (_where, config) => {
    await manyApp({
      'index.html': page(''),
      'main.js': `${IMPORTS}\nconsole.log(${MANY.join(', ')});`,
    });
    const builder = await vite.createBuilder({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: vitePlugins(folderProjects({ runs: 0, closed: false }), {}),
      builder: { sharedConfigBuild: true, sharedPlugins: true },
      ...config,
    });
    await builder.build(builder.environments['client']!);
    const read = (name: string): Promise<string> => readFile(join(root, 'dist', name), 'utf8');
    const manifest = JSON.parse(await read('.vite/manifest.json')) as Record<string, object>;
    const server = JSON.parse(await read('.vite/ssr-manifest.json')) as Record<string, string[]>;
    for (const name of MANY) {
      expect(manifest[`.assetgen/files/${name}.glb`]).toMatchObject({ file: expect.any(String) });
      const module = Object.keys(server).find((id) => id.includes(`files/${name}.glb?`));
      expect(server[module ?? '']?.[0]).toMatch(/assets/);
    }
  });

  it('gives an object import the URLs of all its files', async () => {
    await app({
      'index.html': page(''),
      'main.js': `import dragon from '@gen/props/dragon'; console.log(dragon);
        import('@gen/hero').then(console.log);`,
    });
    const { js } = await built();
    expect(js).toMatch(/\/assets\/dragon-[\w-]{8}\.glb/);
    expect(js).toMatch(/\/assets\/dragon\.lod1-[\w-]{8}\.glb/);
    expect(js).toMatch(/\/assets\/hero\.640w-[\w-]{8}\.webp/);
  });

  it('points new URL, style sheets and HTML at the file that an import gives', async () => {
    await app({
      'index.html': page(
        `<img src="@gen/hero.webp" srcset="@gen/hero.640w.webp 640w, @gen/hero.webp 1280w">
         <video poster='@gen/hero.webp'></video><p>import '@gen/hero.webp'</p>`,
      ),
      'main.js': `import url from '@gen/hero.webp'; import './style.css';
        console.log(url, new URL('@gen/hero.webp', import.meta.url).href);
        // new URL('@gen/not-there.webp', import.meta.url)`,
      'style.css': `body { background: url(@gen/hero.webp) } /* url(@gen/gone.webp) */
        main { background: image-set("@gen/hero.640w.webp" 1x, "@gen/hero.webp" 2x) }`,
    });
    const { html, js, css } = await built();
    const url = /\/assets\/hero-[\w-]{8}\.webp/.exec(js)?.[0];
    expect(url).toBeDefined();
    expect(js.match(/@gen\//g)).toBeNull();
    expect(css).toContain(`url(${url})`);
    expect(css).not.toContain('@gen/');
    expect(html).toContain(`<img src="${url}"`);
    expect(html).toContain(` 640w, ${url} 1280w`);
    expect(html).toContain(`poster='${url}'`);
    expect(html).toContain(`<p>import '@gen/hero.webp'</p>`);
    expect(js).toMatch(/new URL\(\w+,\s*import\.meta\.url\)/);
  });

  it.each(['/', './'])('gives a page URLs in every attribute, with base %s', async (base) => {
    await app({
      'sub/index.html': page(
        `<img src="@gen/hero.webp"><model-viewer src="@gen/props/dragon.glb" poster='@gen/hero.webp'></model-viewer>
         <a href=@gen/hero.webp download></a><i data-srcset="@gen/hero.640w.webp 1x, @gen/hero.webp 2x"></i>
         <a-entity gltf-model="url(@gen/props/dragon.glb)"></a-entity><video src="@gen/hero.webp#t=2"></video>`,
      ),
      'main.js': '',
    });
    const input = join(root, 'sub/index.html');
    const { html, names } = await built({ base, build: { rollupOptions: { input } } });
    const folder = base === '/' ? '/assets/' : '../assets/';
    const url = (name: string): string => {
      const found = names.filter((each) => new RegExp(`/${name}-[^/]*$`).test(each));
      expect(found).toHaveLength(1);
      return folder + found[0]!.split('/').at(-1)!;
    };
    const [hero, small, dragon] = ['hero', 'hero.640w', 'dragon'].map(url);
    expect(html).toContain(`<img src="${hero}">`);
    expect(html).toContain(`<model-viewer src="${dragon}" poster='${hero}'>`);
    expect(html).toContain(`<a href=${hero} download>`);
    expect(html).toContain(`data-srcset="${small} 1x, ${hero} 2x"`);
    expect(html).toContain(`gltf-model="url(${dragon})"`);
    expect(html).toContain(`<video src="${hero}#t=2">`);
    expect(html).not.toContain('.assetgen');
  });

  it('gives a style sheet that is read as a text, or writes URL(…), the URL of the file', async () => {
    await app({
      'index.html': page(''),
      'main.js': `import raw from './raw.css?raw'; import './style.css'; console.log(raw);`,
      'raw.css': `a { background: url(@gen/hero.webp) }`,
      'style.css': `b { background: URL('@gen/hero.webp#x') }`,
    });
    const { css, js } = await built();
    const url = /\/assets\/hero-[\w-]{8}\.webp/.exec(css)?.[0];
    expect(css).toMatch(/url\('?\/assets\/hero-[\w-]{8}\.webp#x'?\)/i);
    expect(js).toContain(`a { background: url(${url}) }`);
  });

  it('serves a public output under its own URL too', async () => {
    await app({ 'index.html': page(''), 'main.js': '' });
    const { read } = await built();
    expect(await read('models/dragon.glb')).toBe('glTF small dragon');
  });

  it('fails the build on a wrong name, with code and hint', async () => {
    await app({ 'index.html': page(''), 'main.js': `import url from '@gen/props/dargon.glb';` });
    await expect(built()).rejects.toThrow(
      /ASSETGEN_UNKNOWN_IMPORT: no asset or output is called "props\/dargon\.glb"\s+Known: /,
    );
  });

  it('points style sheets behind @import at the file that an import gives, without a warning', async () => {
    await app({
      'index.html': page(''),
      'main.js': `import url from '@gen/hero.webp'; import './style.css'; console.log(url);`,
      'style.css': `@import './parts/deep.css'; main { background: url(@gen/hero.webp) }`,
      'parts/deep.css': `body { list-style: url("@gen/hero.webp") }`,
    });
    const { css, js, lines } = await built();
    const url = /\/assets\/hero-[\w-]{8}\.webp/.exec(js)?.[0];
    expect(url).toBeDefined();
    expect(css.split(`url(${url})`)).toHaveLength(3);
    expect(lines.join('\n')).not.toContain('resolve at build time');
  });

  it('fails the build on a wrong name behind @import', async () => {
    await app({
      'index.html': page(''),
      'main.js': `import './style.css';`,
      'style.css': `@import './deep.css';`,
      'deep.css': `body { background: url(@gen/gone.webp) }`,
    });
    await expect(built()).rejects.toThrow(/ASSETGEN_UNKNOWN_IMPORT/);
  });

  it('fails the build on a style sheet that would ship a broken URL', async () => {
    await app({ 'index.html': page(''), 'main.js': '' });
    const late: Plugin = {
      name: 'late',
      generateBundle() {
        const source = 'body { background: url(@gen/hero.webp) }';
        this.emitFile({ type: 'asset', fileName: 'late.css', source });
      },
    };
    const plugins = [...vitePlugins(folderProjects({ runs: 0, closed: false }), {}), late];
    await expect(built({ plugins })).rejects.toThrow(/ASSETGEN_UNRESOLVED_REFERENCE: late\.css/);
  });

  it.each([
    ['/foo/', '/foo/assets/'],
    ['./', './assets/'],
    ['https://cdn.example/x/', 'https://cdn.example/x/assets/'],
  ])('keeps base %s', async (base, start) => {
    await app({
      'index.html': page(`<img src="@gen/hero.webp">`),
      'main.js': `import url from '@gen/hero.webp'; console.log(url)`,
    });
    const { html, js } = await built({ base });
    expect(html).toContain(`<img src="${start}hero-`);
    if (base === './') expect(js).toMatch(/new URL\(.hero-[\w-]{8}\.webp.,\s*import\.meta\.url/);
    else expect(js).toContain(`${start}hero-`);
  });

  it('gives workers the same URLs', async () => {
    await app({
      'index.html': page(''),
      'main.js': `import url from '@gen/hero.webp'; console.log(url);
        new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });`,
      'worker.js': `import url from '@gen/hero.webp'; import dragon from '@gen/props/dragon';
        postMessage([url, dragon, new URL('@gen/hero.webp', import.meta.url).href]);`,
    });
    const { names, read } = await built({ worker: { format: 'es' } });
    const worker = names.find((name) => /worker-.*\.js$/.test(name))!;
    const main = names.find((name) => /index-.*\.js$/.test(name))!;
    const url = /\/assets\/hero-[\w-]{8}\.webp/.exec(await read(main))?.[0];
    expect(url).toBeDefined();
    expect(await read(worker)).toContain(url);
    expect(await read(worker)).not.toContain('@gen/');
  });

  it('gives the server of an SSR build the URLs of the client', async () => {
    await app({
      'package.json': '{ "type": "module" }',
      'index.html': page(''),
      'main.js': `import url from '@gen/hero.webp'; import dragon from '@gen/props/dragon';
        console.log(url, dragon, new URL('@gen/props/dragon.lod1.glb', import.meta.url).href);`,
    });
    const urls = (js: string): string[] =>
      [...new Set(js.match(/\/assets\/[\w.-]+\.(?:webp|glb)/g))].sort();
    const client = urls((await built()).js);
    await rm(join(root, 'dist'), { recursive: true });
    const server = await built({ build: { ssr: 'main.js' } });
    expect(urls(server.js)).toEqual(client);
    expect(server.names.filter((name) => /\.(?:webp|glb)$/.test(name))).toEqual([]);
    expect(client).toHaveLength(3);
  });

  it.each([
    ['of server components says that it is of the browser', ['react-server'], true],
    ['of any other code stays as it is', ['browser'], false],
  ])('a component in an environment %s', async (_case, conditions, says) => {
    const code = '// assetgen: code of an import\nexport const Hero = () => null;\n';
    await app({
      'index.html': page(''),
      'main.js': `import { Hero } from '@gen/hero?react'; import hero from '@gen/hero'; console.log(Hero, hero);`,
    });
    const loaded: string[] = [];
    const notes: Plugin = {
      name: 'notes',
      transform(text, id) {
        if (id.includes('assetgen:hero')) loaded.push(text);
      },
    };
    const project = withObjects(folderProjects({ runs: 0, closed: false }), { 'hero~react': code });
    await built({ plugins: [vitePlugins(project, {}), notes], resolve: { conditions } });
    const component = loaded.filter((text) => text.includes('const Hero'));
    expect(component).toEqual([says ? code.replace('\n', "\n'use client';\n") : code]);
    expect(loaded.filter((text) => text.includes('use client'))).toHaveLength(says ? 1 : 0);
  });

  it('gives a URL in library mode, where Vite itself would inline', async () => {
    await app({
      'package.json': '{ "type": "module" }',
      'main.js': `export { default } from '@gen/hero.webp';`,
    });
    const { js, names } = await built({
      build: { lib: { entry: join(root, 'main.js'), formats: ['es'], fileName: 'lib' } },
    });
    expect(js).toMatch(/hero.*\.webp/);
    expect(js).not.toContain('data:');
    expect(names.some((name) => /hero.*\.webp$/.test(name))).toBe(true);
  });

  it("names a library's files beside itself, for the bundler of whoever uses it", async () => {
    await app({
      'package.json': '{ "type": "module" }',
      'main.js': `export { default } from '@gen/hero.webp';`,
    });
    const { js, names } = await built({
      base: './',
      build: { lib: { entry: join(root, 'main.js'), formats: ['es'], fileName: 'lib' } },
    });
    const [, name = ''] = /new URL\(\s*["'`]([^"'`]+)["'`],\s*import\.meta\.url/.exec(js) ?? [];
    expect(names).toContain(name);
    // As an app would have it from its node_modules.
    await app({
      'node_modules/lib/package.json': '{ "name": "lib", "type": "module", "main": "lib.js" }',
      'node_modules/lib/lib.js': js,
      [`node_modules/lib/${name}`]: 'RIFF hero',
      'index.html': page(''),
      'main.js': `import url from 'lib'; document.title = url;`,
    });
    await rm(join(root, 'dist'), { recursive: true });
    const used = await built({ plugins: [], build: { assetsInlineLimit: 0 } });
    const [emitted = ''] = /assets\/[\w.-]+\.webp/.exec(used.js) ?? [];
    expect(used.names).toContain(emitted);
  });

  it('makes small files data URLs where the user asks for it, and follows the limit', async () => {
    await app({
      'index.html': page('<img src="@gen/hero.webp">'),
      'main.js': `import './main.css'; import url from '@gen/hero.webp'; console.log(url);`,
      'main.css': `b { background: url(@gen/hero.webp) }`,
    });
    const plugins = vitePlugins(folderProjects({ runs: 0, closed: false }), { inline: true });
    const data = 'data:image/webp;base64,UklGRiBoZXJv';
    const small = await built({ plugins });
    for (const text of [small.js, small.css, small.html]) expect(text).toContain(data);
    const none = await built({ plugins, build: { assetsInlineLimit: 0 } });
    for (const text of [none.js, none.css, none.html]) {
      expect(text).toMatch(/\/assets\/hero-[\w-]{8}\.webp/);
      expect(text).not.toContain('data:');
    }
    // Never the placeholder of a large file. A function of the limit decides by the bytes.
    const options = { inline: true, largeFileBytes: 4 };
    for (const assetsInlineLimit of [100, () => true]) {
      const large = vitePlugins(folderProjects({ runs: 0, closed: false }), options);
      const { js, css, html } = await built({ plugins: large, build: { assetsInlineLimit } });
      for (const text of [js, css, html]) expect(text).toContain(data);
    }
  });

  it('does not replace a file of the user by a public output', async () => {
    const own = { 'index.html': page(''), 'main.js': '' };
    await app({ ...own, 'public/models/dragon.glb': 'mine' });
    await expect(built()).rejects.toThrow(
      /ASSETGEN_PUBLIC_TAKEN: .*public.models.dragon\.glb would be replaced: the asset "props\/dragon"/,
    );
    // Where it is not shipped, nothing is replaced; nor where it is the same file.
    const { names } = await built({ build: { copyPublicDir: false } });
    expect(names).toContain('models/dragon.glb');
    await app({ ...own, 'public/models/dragon.glb': 'glTF small dragon' });
    await expect(built()).resolves.toBeDefined();
  });

  it("finds the manifest beside package.json where Vite's root is a folder below", async () => {
    const main = `import url from '@gen/hero.webp'; document.title = url;`;
    await app({
      'package.json': '{}',
      'sources/index.html': page('<img src="@gen/hero.webp">'),
      'sources/main.js': main,
    });
    const { names } = await built({ root: join(root, 'sources'), build: { outDir: '../dist' } });
    expect(names.filter((name) => /hero.*\.webp$/.test(name))).toHaveLength(1);
  });

  it('looks for the outputs once, also for two environments', async () => {
    await app({ 'index.html': page(''), 'main.js': `console.log('x')` });
    const log = { runs: 0, closed: false };
    const plugins = vitePlugins(folderProjects(log), {});
    const customLogger = vite.createLogger('info');
    const lines: string[] = [];
    customLogger.info = (line) => void lines.push(line);
    const builder = await vite.createBuilder({
      root,
      configFile: false,
      customLogger,
      plugins,
      environments: { ssr: { build: { rollupOptions: { input: join(root, 'main.js') } } } },
      builder: { sharedConfigBuild: true, sharedPlugins: true },
    });
    for (const environment of Object.values(builder.environments)) await builder.build(environment);
    expect(log.runs).toBe(1);
    expect(lines.filter((line) => line.startsWith('assetgen: 2 assets'))).toHaveLength(1);
  });
});

describe.each(VITES)('what a build of Vite %s says', (_version, vite) => {
  const built = (...args: BuildArguments): Promise<Built> => buildWith(vite, ...args);

  it('ends with a summary', async () => {
    await app({ 'index.html': page(''), 'main.js': '' });
    const { lines } = await built();
    expect(lines.at(-1)).toBe('assetgen: 2 assets, 4 files · 4 generated · 0 points');
  });

  it('ends with a warning when it used drafts', async () => {
    await app({ 'index.html': page(''), 'main.js': '' });
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await built({}, folderProjects({ runs: 0, closed: false }, { draft: true }));
    const line = String(written.mock.lastCall?.[0]);
    written.mockRestore();
    expect(line).toMatch(/^assetgen: DRAFTS were used for hero, .*props\/dragon\. /);
  });

  it('fails on a broken manifest', async () => {
    await app({ 'index.html': page(''), 'main.js': '', 'assets.gen.json': '{' });
    await expect(built()).rejects.toThrow(
      'ASSETGEN_MANIFEST: expected JSON\n  Repair the manifest.',
    );
  });

  it('fails when an asset failed, and tells all of them', async () => {
    await app({ 'index.html': page(''), 'main.js': '' });
    const errors = ['a', 'b'].map((asset) => ({
      code: 'ASSETGEN_JOB_FAILED',
      asset,
      message: `${asset} failed`,
      hint: null,
    }));
    await expect(built({}, folderProjects({ runs: 0, closed: false }, { errors }))).rejects.toThrow(
      /ASSETGEN_JOB_FAILED: a failed\nASSETGEN_JOB_FAILED: b failed/,
    );
  });
});
