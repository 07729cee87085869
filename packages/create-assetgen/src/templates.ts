import { lstatSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, readdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateError } from './create-error.ts';
import { overridesOf, PNPM_WORKSPACE, pnpmWorkspace } from './local-packages.ts';
import { serviceConfig } from './service-choice.ts';
import type { ServiceChoice } from './service-choice.ts';

/** The published package holds the examples of the repository: they are the templates. The build copies them. */
const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));

/** Short names, for those who do not know the long ones. */
const ALIASES: Readonly<Record<string, string>> = {
  vite: 'vite-site',
  three: 'vite-three',
  react: 'react-three',
  webpack: 'webpack-three',
  node: 'node-pipeline',
};

/** Lines of the `.gitignore` that a project begins with. npm publishes no file of this name. */
const IGNORED = ['.assetgen/', '.next/', 'dist/', 'node_modules/'];

/** A small project to begin with. */
export interface Template {
  readonly name: string;
  /** One sentence. */
  readonly description: string;
}

export interface WriteTemplateOptions {
  /** Where results come from. @default the embedded service, as the templates have it */
  readonly service?: ServiceChoice;
  /**
   * Specifiers of our packages, by name, in place of their versions: tarballs, for a machine without a registry.
   * @default none
   */
  readonly packages?: Readonly<Record<string, string>>;
  /** Folder with a folder for each template. @default those that this package brings */
  readonly templates?: string;
  /** Files of a package manager, by name. @default none */
  readonly files?: Readonly<Record<string, string>>;
}

/** The templates that this version brings, by name. */
export async function listTemplates(folder: string = TEMPLATES): Promise<readonly Template[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name, 'package.json'), 'utf8').catch(
        () => null,
      );
      if (text === null) return null;
      const { description = '' } = JSON.parse(text) as Manifest;
      return { name, description };
    }),
  );
  return found.filter((each) => each !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Writes a template's files into a folder, which is made. A file that is there is never replaced.
 *
 * @param name of a template, or a short name: `vite`, `webpack`, `react`, `three`, `node`
 * @param root absolute path of the project
 * @returns paths of the written files, from the root, with `/`
 * @throws CreateError for an unknown template, and where a file or a symbolic link is in the way; nothing is written then
 */
export async function writeTemplate(
  name: string,
  root: string,
  options: WriteTemplateOptions = {},
): Promise<readonly string[]> {
  const { templates = TEMPLATES } = options;
  const extra = extraFiles(options);
  const source = path.join(templates, await templateName(name, templates));
  const files = await filesOf(source);
  refuseFile(root);
  refuseLinks(root, [...files, ...Object.keys(extra)]);
  const blocking = files.filter((file) => isThere(path.join(root, file)));
  if (blocking.length > 0) {
    throw new CreateError(
      `${path.basename(root)} has ${blocking.join(', ')} already; nothing was written`,
      'Use an empty folder.',
    );
  }
  await mkdir(root, { recursive: true });
  const folder = path.basename(await realpath(root));
  const written: string[] = [];
  const write = async (file: string, content: string | Buffer): Promise<void> => {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
    written.push(file);
  };
  for (const file of files) {
    const bytes = await readFile(path.join(source, file));
    const text = adapted(file, bytes, folder, options);
    if (text !== null) await write(file, text);
  }
  for (const [file, text] of Object.entries(extra)) {
    if (!isThere(path.join(root, file))) await write(file, text);
  }
  return written;
}

/** Files that a project has beside those of its template; one that is there stays as it is. */
function extraFiles({ packages, files }: WriteTemplateOptions): Readonly<Record<string, string>> {
  return {
    '.gitignore': `${IGNORED.join('\n')}\n`,
    ...(packages === undefined ? {} : { [PNPM_WORKSPACE]: pnpmWorkspace(packages) }),
    ...files,
  };
}

async function templateName(given: string, folder: string): Promise<string> {
  const name = ALIASES[given] ?? given;
  const known = (await listTemplates(folder)).map((template) => template.name);
  if (known.includes(name)) return name;
  const near = known.find((each) => isNear(each, given));
  throw new CreateError(
    `--template: there is no "${given}"`,
    near === undefined ? `There are ${known.join(', ')}.` : `Did you mean "${near}"?`,
  );
}

/** One letter too many, too few or wrong, or a part of the name. */
function isNear(name: string, given: string): boolean {
  if (given.length > 2 && (name.includes(given) || given.includes(name))) return true;
  if (Math.abs(name.length - given.length) > 1) return false;
  let [left, right] = [0, 0];
  while (left < name.length && name[left] === given[left]) left += 1;
  while (
    right < Math.min(name.length, given.length) - left &&
    name.at(-1 - right) === given.at(-1 - right)
  )
    right += 1;
  return Math.max(name.length, given.length) - left - right <= 1;
}

/** What has the name of the project, or of a folder above it, has to be a folder. */
function refuseFile(root: string): void {
  if (isThere(root) && !statSync(root).isDirectory()) {
    throw new CreateError(`expected a folder, found a file at ${root}`, 'Choose another folder.');
  }
  const above = path.dirname(root);
  if (!isThere(root) && above !== root) refuseFile(above);
}

/** Nothing is written through a symbolic link, which may lead anywhere. */
function refuseLinks(root: string, files: readonly string[]): void {
  const paths = new Set(
    files.flatMap((file) => {
      const parts = file.split('/');
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  );
  for (const each of paths) {
    if (lstatSync(path.join(root, each), { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      throw new CreateError(
        `--template: ${each} is a symbolic link; nothing was written`,
        'Use an empty folder.',
      );
    }
  }
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A file is where a folder of its path would be.
    return false;
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      const inner = await filesOf(path.join(folder, entry.name));
      return inner.map((file) => `${entry.name}/${file}`);
    }),
  );
  return lists.flat().sort();
}

/** @returns null for a file that the project does without */
function adapted(
  file: string,
  bytes: Buffer,
  folder: string,
  { service, packages }: WriteTemplateOptions,
): string | Buffer | null {
  if (file === 'package.json') return packageJson(bytes.toString(), folder, packages);
  if (file === 'assetgen.config.json' && service !== undefined) {
    const { service: _, ...rest } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    const config = { ...rest, ...serviceConfig(service) };
    return Object.keys(config).length === 0 ? null : `${JSON.stringify(config, null, 2)}\n`;
  }
  if (!file.endsWith('.json')) return bytes;
  // In the repository an example finds the packages two folders up; a project has its own. Of the packages that
  // a project names itself, as a package manager may hide all others.
  return bytes
    .toString()
    .replaceAll('../../node_modules/@assetgen/core/', './node_modules/assetgen/');
}

function packageJson(
  text: string,
  folder: string,
  packages: WriteTemplateOptions['packages'],
): string {
  const { description: _, license: __, ...manifest } = JSON.parse(text) as Manifest;
  const own = (versions: Versions = {}): Versions =>
    Object.fromEntries(
      Object.entries(versions).map(([name, range]) => [name, packages?.[name] ?? range]),
    );
  const named = {
    ...manifest,
    name: packageName(folder),
    ...(manifest.dependencies === undefined ? {} : { dependencies: own(manifest.dependencies) }),
    devDependencies: sorted(own({ assetgen: version(), ...manifest.devDependencies })),
    ...(packages === undefined ? {} : overridesOf(packages)),
  };
  return `${JSON.stringify(named, null, 2)}\n`;
}

/** A name that npm takes: `My App` becomes `my-app`. */
function packageName(folder: string): string {
  const name = folder.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
  return name.replace(/^[._-]+/, '').replace(/[._-]+$/, '') || 'my-app';
}

const sorted = (versions: Versions): Versions =>
  Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)));

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly license?: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

/** All packages of ours have one version. */
function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
