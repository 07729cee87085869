import { readFileSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetgenError } from '@assetgen/client/errors';
import { linkGuard, nearest } from '@assetgen/core';

/** The published package holds the examples beside its code: they are the templates. */
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** What a build leaves behind, and what npm does not publish as it is. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  '.assetgen',
  '.cache',
  '.gitignore',
]);

const IGNORED = ['.assetgen/', 'dist/', 'node_modules/'];

export interface Template {
  readonly name: string;
  /** One sentence. */
  readonly description: string;
}

/** The templates that this version brings, by name. */
export async function listTemplates(): Promise<readonly Template[]> {
  const names = await readdir(EXAMPLES).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(EXAMPLES, name, 'package.json'), 'utf8').catch(
        () => null,
      );
      if (text === null) return null;
      const { description = '' } = JSON.parse(text) as { description?: string };
      return { name, description };
    }),
  );
  return found.filter((each) => each !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Writes a template's files into a folder. Nothing that is there is touched.
 * @returns paths of what was written, relative to the folder
 * @throws AssetgenError `ASSETGEN_USAGE` for an unknown template, and where a file is in the way
 */
export async function writeTemplate(name: string, root: string): Promise<readonly string[]> {
  const templates = (await listTemplates()).map((template) => template.name);
  if (!templates.includes(name)) {
    const near = nearest(name, templates);
    throw new AssetgenError('ASSETGEN_USAGE', `--template: there is no "${name}"`, {
      hint: near === null ? `There are ${templates.join(', ')}.` : `Did you mean "${near}"?`,
    });
  }
  const source = path.join(EXAMPLES, name);
  // A project's own lock is what its first build makes; the CI template is about a committed one.
  const lock = name === 'ci' ? [] : ['assets.gen.lock.json'];
  const files = await filesOf(source, new Set([...LEFT_OUT, ...lock]));
  const inTheWay = await existing(root, [...files, '.gitignore']);
  const blocking = inTheWay.filter((file) => file !== '.gitignore');
  if (blocking.length > 0) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--template: ${blocking.join(', ')} ${blocking.length === 1 ? 'is' : 'are'} there already; nothing was written`,
      { hint: 'Use an empty folder: assetgen init --template NAME --root my-app' },
    );
  }
  const guard = linkGuard(root);
  for (const file of [...files, '.gitignore']) guard(path.join(root, file));
  for (const file of files) {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    const bytes = await readFile(path.join(source, file));
    await writeFile(target, file.endsWith('.json') ? adapt(file, bytes.toString(), root) : bytes);
  }
  if (inTheWay.length > 0) return files;
  await writeFile(path.join(root, '.gitignore'), `${IGNORED.join('\n')}\n`);
  return [...files, '.gitignore'];
}

async function filesOf(folder: string, leftOut: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = await Promise.all(
    entries
      .filter((entry) => !leftOut.has(entry.name))
      .map(async (entry) => {
        if (!entry.isDirectory()) return [entry.name];
        const inner = await filesOf(path.join(folder, entry.name), leftOut);
        return inner.map((file) => `${entry.name}/${file}`);
      }),
  );
  return lists.flat().sort();
}

async function existing(root: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map((file) =>
      stat(path.join(root, file)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return files.filter((_, index) => found[index]);
}

/** In the repository an example finds the packages two folders up; a project has its own. */
function adapt(file: string, text: string, root: string): string {
  if (file !== 'package.json') {
    // Of the packages that a project names itself, as a package manager may hide all others.
    return text.replaceAll('../../node_modules/@assetgen/core/', './node_modules/assetgen/');
  }
  const { description: _, license: __, ...manifest } = JSON.parse(text) as Manifest;
  const folder = path.basename(path.resolve(root)).toLowerCase();
  const named = {
    ...manifest,
    name: folder.replaceAll(/[^a-z0-9._-]+/g, '-').replace(/^[._-]+/, '') || 'my-app',
    devDependencies: sorted({ assetgen: version(), ...manifest.devDependencies }),
  };
  return `${JSON.stringify(named, null, 2)}\n`;
}

const sorted = (versions: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)));

interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly license?: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
