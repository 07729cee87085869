import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, test } from 'vitest';
import { STALE, packAll, root } from './pack.ts';

/** A package that is ESM alone is told to be so. */
const FROM_CJS = 'node16-cjs';
/** TypeScript before 6 reads a config that is compiled to CommonJS, such as webpack.config.ts, without `exports`. */
const WITHOUT_EXPORTS = 'node10';
/** What such configs and scripts import. */
const IN_CONFIGS: ReadonlySet<string> = new Set([
  'assetgen',
  '@assetgen/client',
  '@assetgen/unplugin',
  '@assetgen/vite-plugin',
  '@assetgen/webpack-plugin',
]);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const tarballs = packAll();
const PAGE = 'dist/page/';
/** A worker's script, the page, the package's own package.json. */
const OWN_FILE = /new URL\(['"](\.[^'"]+)['"],\s*import\.meta\.url\)/g;
/** Most that a package may weigh. A larger one is a decision, made here. Unit: kB, packed. */
const BUDGETS: Readonly<Record<string, number>> = {
  assetgen: 200,
  '@assetgen/client': 60,
  // The reader of configs and the queue are joined to ours: 20 packages less to install.
  '@assetgen/core': 540,
  // The page brings its own three.js, which loads only where a model is looked at.
  '@assetgen/gallery': 635,
  // The drawings of what no model is written for, and one copy of an encoder that brings three.
  '@assetgen/generators': 1060,
  '@assetgen/render': 25,
  '@assetgen/service': 125,
  // Unplugin's code is joined to ours.
  '@assetgen/unplugin': 140,
  '@assetgen/vite-plugin': 4,
  '@assetgen/webpack-plugin': 4,
  // Most of it are the templates.
  'create-assetgen': 90,
};
/** Its name is what `npm create assetgen` asks for, so it stands outside of our scope. */
const CREATE = 'create-assetgen';
/** Those that ship code of libraries: `JOINED` of `scripts/bundle.mjs`. */
const JOINED: ReadonlySet<string> = new Set([
  '@assetgen/core',
  '@assetgen/gallery',
  '@assetgen/generators',
  '@assetgen/service',
  '@assetgen/unplugin',
  'assetgen',
  'create-assetgen',
]);
const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest).version;

test('every package is packed that is not private', () => {
  const folders = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'package.json')),
  );
  expect(tarballs.map((tarball) => tarball.name).sort()).toEqual(
    ['assetgen', ...folders.map((name) => (name === CREATE ? name : `@assetgen/${name}`))].sort(),
  );
});

describe.each(tarballs)('$name', ({ name, file, files, bytes }) => {
  const folder =
    name === 'assetgen' ? root : join(root, 'packages', name.replace('@assetgen/', ''));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

  test('holds what a user needs', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    for (const path of [...entries, ...Object.values(manifest.bin ?? {})]) {
      expect(files).toContain(path.replace(/^\.\//, ''));
    }
    // The gallery's page and the runtime are for browsers, and chunks are parts of entries: no one imports them.
    const modules = files.filter(
      (each) =>
        each.endsWith('.js') &&
        !/^(?:templates|dist\/chunks|runtime)\//.test(each) &&
        !each.startsWith(PAGE),
    );
    for (const path of modules) {
      expect(files).toContain(path.replace(/\.js$/, '.d.ts'));
    }
  });

  /** An export whose name is in quotes is newer. */
  test('has types that TypeScript 5.0 can read', () => {
    const entries = Object.values(manifest.exports).flatMap((entry) => {
      if (typeof entry === 'string') return [];
      const { types, 'types@<5.6': older = types } = entry;
      return older === undefined ? [] : [posix.normalize(older)];
    });
    const read = new Set(entries);
    for (const path of read) {
      const text = readFileSync(join(folder, path), 'utf8');
      expect(text).not.toMatch(/\bas ['"]/);
      for (const [, own = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
        const types = own.replace(/\.[jt]s$/, '.d.ts');
        read.add(posix.join(posix.dirname(path), types));
      }
    }
  });

  test('names no folder of the machine that packed it', () => {
    const home = Buffer.from(root);
    expect(files.filter((path) => readFileSync(join(folder, path)).includes(home))).toEqual([]);
  });

  test('holds the files that its code finds beside itself', () => {
    const code = files.filter((each) => each.endsWith('.js') && /^dist\/(?!page\/)/.test(each));
    const named = code.flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(OWN_FILE)].map(([, url = '']) =>
        posix.join(posix.dirname(path), url),
      ),
    );
    const isThere = (path: string): boolean =>
      files.some((each) => each === path || each.startsWith(`${path}/`));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test('holds nothing else', () => {
    const allowed =
      /^(?:LICENSE|README\.md|package\.json|(?:assets\.gen|assetgen\.config)\.schema\.json|dist\/licenses\.md|NOTICE|LICENSE-APACHE|data\/pictograms\.bin|runtime\/.+\.js|dist\/.+\.(?:js|d\.ts))$/;
    /** The examples of the repository. */
    const template =
      name === CREATE ? /^templates\/[^/]+\/(?!dist\/|node_modules\/|\.assetgen\/|\.next\/)/ : /$^/;
    const rest = files.filter((path) => !path.startsWith(PAGE) || name !== '@assetgen/gallery');
    expect(rest.filter((path) => !allowed.test(path) && !template.test(path))).toEqual([]);
    expect(files.filter((path) => /\.test(?:-d)?\.|\/testing\//.test(path))).toEqual([]);
    expect(files.filter((path) => path.startsWith('dist/modules/'))).toEqual([]);
    // Whose code is shipped with ours, under which licence.
    expect(files.includes('dist/licenses.md')).toBe(JOINED.has(name));
  });

  test('keeps its budget', () => {
    expect(Math.round(bytes / 1000)).toBeLessThanOrEqual(BUDGETS[name] ?? 0);
  });

  test('ships no output of a source that is gone', () => {
    expect(files).not.toContain(STALE);
  });

  test('carries the licence, the engines and the version of the whole', () => {
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    );
    expect(manifest.engines?.node).toBe('^20.19.0 || >=22.12.0');
    expect(manifest.version).toBe(version);
    for (const [dependency, range] of Object.entries(manifest.dependencies ?? {})) {
      if (dependency.startsWith('@assetgen/') || dependency === CREATE)
        expect({ dependency, range }).toEqual({ dependency, range: version });
    }
  });

  test('publint finds nothing', async () => {
    const tarball = new Uint8Array(await readFile(file));
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('its types are right for every resolution that leads to them', async () => {
    const tarball = new Uint8Array(await readFile(file));
    const found = await checkPackage(createPackageFromTarballData(tarball));
    if (found.types === false) throw new Error(`${name} has no types`);
    const others = IN_CONFIGS.has(name) ? [FROM_CJS] : [FROM_CJS, WITHOUT_EXPORTS];
    const problems = found.problems.filter(
      (problem) => !('resolutionKind' in problem && others.includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });
});
