// Joins the modules of one package to the few files that it ships. Every file that Node opens takes
// about 0.4 ms of CPU, and a build with nothing to do takes little else.
//
// Names stay as they are in the sources (nothing is minified), and a comment before each part names
// the module that it comes from, so that a stack trace can be read without a source map: none is made.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Chunks of what several entries load, by the modules' paths in `src`. By itself the bundler makes one
 * for each set of entries: ten files of which some hold a single function. What only some builds load
 * (a dev server, stubs of large files) is in none of these.
 */
const TOGETHER = {
  assetgen: {
    common:
      /^(?:render\/|(?:command|commands\/(?:index|build)|confirmation|exit-codes|help|hold-heap|interruption|list-option|number-option|split-arguments)\.ts$)/,
  },
  '@assetgen/core': {
    warm: /^(?:warm\/(?:create-warm-view|packages-of|open-project|settings-key|snapshot|stamp|read-told-plan)|emit\/(?:code-target|unknown-import)|fs\/(?:code-files|is-inside|link-guard)|manifest\/nearest|plan\/points-text|config\/(?:find-root|is-ci|no-service-hint|page-address)|node\/run-later|project\/run-queue)\.ts$/,
    // What a worker for steps has of the two: it opens nothing of a plan.
    blobs:
      /^(?:store\/cas\/(?:blob-store|digest|write-new-file)|store\/prune\/mark-costly|fs\/(?:disk-error|make-shared-folder|write-atomic))\.ts$/,
    // With all else that it needs: a plan opens this file and the two above.
    planner: /^warm\/planner\.ts$/,
  },
  '@assetgen/unplugin': {
    shared:
      /^(?:\.\.\/\.\.\/(?:core|client)\/src\/.+|create-assetgen|vite\/vite-urls|shared\/(?!references\/(?:refuse-|script-|file-imports|import-new-urls)|large\/(?:settle-|each-)|rollup-family\/rollup-gather|write-test-modules|local-url).+)\.ts$/,
  },
};
/**
 * Libraries that are joined too, with what they need, as a part of each is used: cosmiconfig brings 15 packages, and
 * an encoder three copies of itself. unplugin, which the main entry of its package alone has, asks for
 * `import.meta.dirname`, which jiti 1 cannot read. Their licences are written beside them.
 */
const JOINED = {
  '@assetgen/unplugin': ['unplugin', 'js-tokens'],
  '@assetgen/core': [
    'cosmiconfig',
    'env-paths',
    'p-queue',
    'jsonc-parser',
    'valibot',
    '@gltf-transform/functions',
  ],
  '@assetgen/service': ['hono', '@hono/node-server'],
  '@assetgen/gallery': ['launch-editor', 'jsonc-parser'],
  '@assetgen/generators': ['h264-mp4-encoder'],
  'create-assetgen': ['@clack/prompts'],
  assetgen: ['@sveltejs/acorn-typescript', 'acorn', 'jsonc-parser'],
};
/**
 * Entries of our own packages that are joined to another one, so that a plugin starts from few files. None of their
 * modules keeps a state, and errors are known by their codes. What they load later comes from their own package.
 */
const OWN_JOINED = {
  // A plan knows the formats of local images by it.
  '@assetgen/core': ['@assetgen/render/mp4-boxes'],
  '@assetgen/unplugin': ['@assetgen/core/warm', '@assetgen/client/errors'],
};
/** Of a library that is CommonJS: import-fresh asks from where it is called, of absolute paths too. */
const PLACE = { __filename: '"joined"', __dirname: 'process.cwd()' };
/** The image library, of the one package of ours that depends on it. */
const IMAGES = '@assetgen/render/sharp';
/** Before the name of a library that is loaded when its first function is called. */
const LATE = '\0late:';
/** What a joined library takes from the project, where it is there. */
const PEERS = new Set(['typescript']);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A module of a library, by the library's folder. */
const LIBRARY = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
/** What Vite builds for browsers into the gallery's `dist`. */
const PAGE = 'page';
/**
 * `import.meta.dirname` for loaders that make CommonJS of modules: jiti 1, by which Docusaurus reads its config,
 * knows the URL alone.
 */
const DIRNAME = "process.getBuiltinModule('node:url').fileURLToPath(new URL('.', import.meta.url))";
/** A file that a module finds beside itself: a worker's script, the package's own package.json. */
const FILE_URL = /new URL\(\s*'(\.\.?\/[^']+)',\s*import\.meta\.url,?\s*\)/g;
/** The same in what is bundled, until it is known into which folder the module came. */
const MARKED_URL = /new URL\("assetgen-package:([^"]+)", import\.meta\.url\)/g;

/**
 * Writes what ships into `dist`, and every module by itself into `dist/modules`: for benchmarks, tests
 * and scripts that need one which no package exports. Those are not published.
 *
 * @param {string} folder of the package, with `src` and its `package.json`
 * @returns {Promise<void>}
 */
export async function bundlePackage(folder) {
  const dist = join(folder, 'dist');
  const written = await Promise.all([
    bundle(folder, entriesOf(folder), 'dist'),
    bundle(folder, sourcesOf(folder), 'dist/modules'),
  ]);
  removeOthers(dist, new Set(written.flat()));
}

/** @returns {Promise<string[]>} what was written, absolute */
async function bundle(folder, input, out) {
  const {
    name,
    version,
    dependencies = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const joined = JOINED[name] ?? [];
  const ownJoined = out === 'dist' ? (OWN_JOINED[name] ?? []) : [];
  const known = { ASSETGEN_VERSION: JSON.stringify(version) };
  const isJoined = (id) => joined.some((each) => id === each || id.startsWith(`${each}/`));
  // Libraries, and other packages of ours, which all find by their public names. A joined library brings what it
  // needs, but for what the package depends on itself.
  const isApart = (id, importer = '') => {
    const isPart = id.startsWith('.') || isAbsolute(id) || isJoined(id) || ownJoined.includes(id);
    if (isPart) return false;
    const isOfLibrary = LIBRARY.test(importer) || importer.startsWith(LATE);
    return !isOfLibrary || id.startsWith('node:') || PEERS.has(id) || id in dependencies;
  };
  const bundled = await rolldown({
    cwd: folder,
    input,
    platform: 'node',
    tsconfig: false,
    // jsonc-parser's `main` asks for its parts in a way that cannot be joined.
    resolve: { mainFields: ['module', 'main'] },
    external: isApart,
    transform: { target: 'node20.19', define: { ...known, ...(joined.length > 0 ? PLACE : {}) } },
    plugins: [ownPackages(folder, ownJoined), ownFiles(folder, out), latePixels(), quietImports()],
    checks: { bundlerTimings: false },
    onLog(level, log) {
      // As that an `import()` waits for nothing, since the module is there anyway.
      if (level === 'warn') throw new Error(`${relative(process.cwd(), folder)}: ${log.message}`);
    },
  });
  const groups = Object.entries(TOGETHER[name] ?? {}).map(([chunk, paths]) => ({
    name: chunk,
    test: (id) => paths.test(relative(join(folder, 'src'), id).split(sep).join(posix.sep)),
  }));
  const { output } = await bundled.write({
    dir: join(folder, out),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minify: false,
    minifyInternalExports: false,
    // Types have the docstrings; in code they are read by nobody, and by Node with each start.
    comments: { legal: true, annotation: true, jsdoc: false },
    ...(out === 'dist' ? { codeSplitting: { groups } } : {}),
  });
  await bundled.close();
  if (joined.length > 0 && out === 'dist') writeLicences(join(folder, out), output);
  return output.map((file) => join(folder, out, file.fileName));
}

/**
 * Joins entries of our own packages from their sources. A module that is an entry of its package too, and that is
 * loaded by `import()`, stays there.
 *
 * @param {string} folder of the package that they are joined to
 * @param {readonly string[]} joined public names
 * @returns {import('rolldown').Plugin}
 */
function ownPackages(folder, joined) {
  const packages =
    joined.length === 0 ? [] : [...joined.map((id) => id.split('/')[1]), basename(folder)];
  const sources = new Map([...new Set(packages)].flatMap(ownEntries));
  const publicNames = new Map([...sources].map(([id, source]) => [source, id]));
  return {
    name: 'own-packages',
    resolveId(id, importer, { kind }) {
      if (joined.includes(id)) return sources.get(id);
      if (joined.length === 0 || importer === undefined || !id.startsWith('.')) return null;
      const name = publicNames.get(resolve(dirname(importer), id));
      const isOwn = importer.startsWith(join(folder, 'src'));
      if (!isOwn && kind === 'dynamic-import' && name === undefined) {
        throw new Error(`${importer} loads ${id}, which its package does not export`);
      }
      const isApart = isOwn || kind === 'dynamic-import';
      return isApart && name !== undefined ? { id: name, external: true } : null;
    },
  };
}

/** The sources of a package's entries by their public names. */
function ownEntries(name) {
  const folder = join(ROOT, 'packages', name);
  const { name: id, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = /^\.\/dist\/(.+)\.js$/.exec(target.default ?? '')?.[1];
    return source === undefined
      ? []
      : [[posix.join(id, entry), join(folder, 'src', `${source}.ts`)]];
  });
}

/**
 * webpack reads what a config imports, for its cache: of an `import()` of a name it warns in each build of Next, of
 * one of a template it does not.
 *
 * @returns {import('rolldown').Plugin}
 */
function quietImports() {
  return {
    name: 'quiet-imports',
    transform: {
      filter: { id: LIBRARY, code: /\bimport\(\w+\)/ },
      handler: (code) => code.replace(/\bimport\((\w+)\)/g, 'import(`${$1}`)'),
    },
  };
}

/**
 * glTF-Transform's functions load the image library with their first line, though most never ask it for a pixel: it
 * takes three times as long to load as they do. All packages of ours have it from one, so that it is installed once.
 *
 * @returns {import('rolldown').Plugin}
 */
function latePixels() {
  const PIXELS = 'ndarray-pixels';
  const late = LATE + PIXELS;
  return {
    name: 'late-pixels',
    resolveId: {
      filter: { id: /^(?:ndarray-pixels|sharp)$/ },
      handler(id, importer) {
        if (id === PIXELS) return importer === late ? null : late;
        return importer?.includes(`/${PIXELS}/`) ? { id: IMAGES, external: true } : null;
      },
    },
    load: {
      filter: { id: /^\0late:/ },
      handler: () =>
        ['getPixels', 'savePixels']
          .map(
            (name) =>
              `export async function ${name}(...given) {\n` +
              `  const pixels = await import('${PIXELS}');\n` +
              `  return pixels.${name}(...given);\n}\n`,
          )
          .join(''),
    },
  };
}

/** The licences of the libraries whose code is in the output. */
function writeLicences(out, output) {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const folders = new Set(modules.flatMap((id) => LIBRARY.exec(id)?.[1] ?? []));
  const parts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence to ship with its code`);
    return `## ${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  const title = '# Licences of libraries whose code is in this package\n';
  writeFileSync(join(out, 'licenses.md'), [title, ...parts].join('\n'));
}

/** What a package's `exports` and `bin` name, by its path in `dist` without the extension. */
function entriesOf(folder) {
  const { exports = {}, bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)];
  const names = files.flatMap((file) => /^\.\/dist\/(.+)\.js$/.exec(file ?? '')?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, join(folder, 'src', `${name}.ts`)]));
}

/** All modules but tests and their helpers, each by its path. */
function sourcesOf(folder) {
  const source = join(folder, 'src');
  const names = readdirSync(source, { recursive: true })
    .map((name) => name.split(sep).join(posix.sep))
    .filter((name) => name.endsWith('.ts') && !/\.test(?:-d)?\.ts$|(?:^|\/)testing\//.test(name));
  return Object.fromEntries(names.map((name) => [name.slice(0, -3), join(source, name)]));
}

/**
 * `new URL('./worker.js', import.meta.url)` names a file by where the module is, which is another
 * place once modules are joined. A script of ours that is named so is an entry.
 *
 * @param {string} out folder of the package that is written to
 * @returns {import('rolldown').Plugin}
 */
function ownFiles(folder, out) {
  const source = join(folder, 'src');
  return {
    name: 'own-files',
    transform(text, id) {
      const code = text.replaceAll('import.meta.dirname', DIRNAME);
      if (!code.includes('import.meta.url')) return null;
      return code.replace(FILE_URL, (_, path) => {
        const target = resolve(dirname(id), path);
        const inSource = relative(source, target).split(sep).join(posix.sep);
        const script = target.replace(/\.js$/, '.ts');
        const isOurs = !inSource.startsWith('..');
        if (isOurs && existsSync(script) && out === 'dist') {
          this.emitFile({ type: 'chunk', id: script, fileName: inSource });
        }
        const shipped = isOurs ? join(folder, 'dist', inSource) : ofPackage(folder, target);
        const inPackage = relative(folder, shipped).split(sep).join(posix.sep);
        return `new URL(${JSON.stringify(`assetgen-package:${inPackage}`)}, import.meta.url)`;
      });
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('assetgen-package:')) return null;
      const place = posix.dirname(posix.join(out, fileName));
      return code.replace(MARKED_URL, (_, path) => {
        const found = posix.relative(place, path);
        const url = found.startsWith('.') ? found : `./${found}`;
        return `new URL(${JSON.stringify(url)}, import.meta.url)`;
      });
    },
  };
}

/** A joined module of another package of ours finds no file of that one; all have the same version and addresses. */
function ofPackage(folder, target) {
  if (!relative(folder, target).startsWith('..')) return target;
  if (basename(target) === 'package.json') return join(folder, 'package.json');
  throw new Error(`${target} is not in ${folder}, to which what asks for it is joined`);
}

/** A chunk of an earlier build would ship. */
function removeOthers(folder, written, others = join(folder, PAGE)) {
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, file.name);
    // Vite empties and fills it meanwhile.
    if (path === others) continue;
    if (file.isDirectory()) removeOthers(path, written, others);
    else if (file.isFile() && path.endsWith('.js') && !written.has(path)) rmSync(path);
  }
}
