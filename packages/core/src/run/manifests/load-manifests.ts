import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { findRoot } from '../../config/find-root.ts';
import { diskError } from '../../fs/disk-error.ts';
import { isCode } from '../../fs/is-code.ts';
import { isInside } from '../../fs/is-inside.ts';
import { readBytes } from '../../fs/read-text.ts';
import { parseDocument } from '../../manifest/parse-document.ts';
import { moduleDocument } from '../../manifest/module-document.ts';
import { normalise } from '../../manifest/normalise.ts';
import { ManifestError } from '../../manifest/manifest-error.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { validateDocument } from '../../manifest/validate-document.ts';
import { isModule, loadModule } from './load-module.ts';

export interface LoadedManifest {
  readonly manifest: Manifest;
  /** Absolute paths, in the order in which they were read. */
  readonly files: readonly string[];
}

/** Most bytes of a manifest: far above any that a person would write, and its tree fits in memory. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads every manifest of the project.
 * @param patterns paths or globs relative to the root
 * @param edited texts that stand for files, by absolute path: what a change would come to. @default none
 * @throws {ManifestError} with all that is wrong; AssetgenError `ASSETGEN_CONFIG` for a pattern that
 *   leads out of the root
 */
export async function loadManifests(
  root: string,
  patterns: readonly string[],
  signal?: AbortSignal,
  edited: ReadonlyMap<string, string> = new Map(),
): Promise<LoadedManifest> {
  refuseOutside(root, patterns);
  const realRoot = await realRootOf(root);
  const files: string[] = [];
  const raw = [];
  const found = (await expand(root, patterns, signal)).map((file) => path.resolve(root, file));
  // A file that is named twice is read once.
  for (const absolute of new Set(found)) {
    const label = path.relative(root, absolute).split(path.sep).join('/');
    const bytes = await readManifest(absolute, label, realRoot, signal);
    if (bytes === null) continue;
    files.push(absolute);
    const text = edited.get(absolute) ?? decode(label, bytes);
    const document = isModule(absolute)
      ? moduleDocument(label, text, await loadModule(absolute, label, text))
      : parseDocument(label, text);
    raw.push(validateDocument(document));
  }
  if (files.length === 0) {
    const message = `no manifest in ${root}: looked for ${patterns.join(', ')}`;
    throw new AssetgenError('ASSETGEN_NO_MANIFEST', message, { hint: whereElse(root) });
  }
  return { manifest: normalise(raw, root), files };
}

/**
 * The manifests that are there, whatever is in them.
 * @param patterns paths or globs relative to the root
 * @returns paths from the root, with `/`
 */
export async function findManifests(root: string, patterns: readonly string[]): Promise<string[]> {
  refuseOutside(root, patterns);
  const named = [...new Set(await expand(root, patterns, undefined))];
  const there = await Promise.all(
    named.map((file) =>
      lstat(path.resolve(root, file)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return named.filter((_, index) => there[index]);
}

/** Where a new manifest goes: the first path among the patterns that is JSON; null where there is none. */
export function newManifest(patterns: readonly string[]): string | null {
  return patterns.find((pattern) => !isGlob(pattern) && /\.jsonc?$/.test(pattern)) ?? null;
}

/** A server outlives the folder of its project: somebody moves it, or removes a worktree of git. */
async function realRootOf(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw diskError(error, root);
    throw new AssetgenError('ASSETGEN_NO_MANIFEST', `no folder ${root}`, {
      hint: 'It was moved, renamed or deleted. Put it back, or start again in its new place.',
      cause: error,
    });
  }
}

function whereElse(root: string): string {
  const above = findRoot(root);
  if (above === null || above === root) {
    return 'Make one with `assetgen init`, or name yours in the option "manifests".';
  }
  const from = path.relative(root, above).split(path.sep).join('/');
  return `There is a project in ${above}: run with \`--root ${from}\`, or set \`root: '${from}'\` on the plugin.`;
}

/** The paths that are looked at, whether a file stands there or not. */
export function plainPatterns(root: string, patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => !isGlob(pattern)).map((file) => path.resolve(root, file));
}

/** The folders below which the globs look. */
export function globFolders(root: string, patterns: readonly string[]): string[] {
  return patterns
    .filter((pattern) => isGlob(pattern) && !pattern.startsWith('!'))
    .map((pattern) => {
      const segments = pattern.split('/');
      return path.resolve(root, ...segments.slice(0, segments.findIndex(isGlob)));
    });
}

async function expand(
  root: string,
  patterns: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if (!patterns.some(isGlob)) return [...patterns];
  const { glob } = await import('tinyglobby');
  const ignore = ['**/node_modules/**', '**/.assetgen/**'];
  const found = await glob([...patterns], {
    cwd: root,
    ignore,
    // A link to a folder above would be a tree without an end.
    followSymbolicLinks: false,
    ...(signal === undefined ? {} : { signal }),
  });
  return found.sort();
}

function isGlob(pattern: string): boolean {
  return /[*?{}[\]!]/.test(pattern);
}

function decode(label: string, bytes: Uint8Array): string {
  const position = { file: label, line: 1, column: 1 };
  const isUtf16 = bytes.subarray(0, 4).includes(0) || UTF_16_MARKS.has(`${bytes[0]} ${bytes[1]}`);
  try {
    if (!isUtf16) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Told below.
  }
  const found = isUtf16 ? 'UTF-16' : 'another encoding or binary data';
  throw new ManifestError([{ position, path: '', message: `expected UTF-8 text, found ${found}` }]);
}

/** The first two bytes, as Windows PowerShell writes them. */
const UTF_16_MARKS: ReadonlySet<string> = new Set(['255 254', '254 255']);

/** Manifests are part of the project: none is looked for above its root, nor anywhere else. */
function refuseOutside(root: string, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const start = path.resolve(root, pattern.replace(/^!/, '').replace(/[*?{}[\]].*$/s, ''));
    const isUp = pattern.split(/[/\\{},()|]/).includes('..');
    if (!isUp && (start === root || isInside(root, start))) continue;
    throw new AssetgenError(
      'ASSETGEN_CONFIG',
      `"manifests": ${JSON.stringify(pattern)} leads out of the project`,
      {
        hint: 'Manifests must be below the root of the project. To include this one, move the config to a folder above both.',
      },
    );
  }
}

/** Null where there is no file; one that cannot be read is told with its place. */
async function readManifest(
  file: string,
  label: string,
  realRoot: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> {
  const fail = (found: string): never => {
    const position = { file: label, line: 1, column: 1 };
    throw new ManifestError([{ position, path: '', message: found }]);
  };
  try {
    if (!isInside(realRoot, await realpath(file))) {
      return fail('expected a file inside the project, found a link that leads out of it');
    }
    return await readBytes(file, { most: MAX_BYTES, signal });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return null;
    if (code === 'EFBIG') return fail('expected at most 16 MB of text');
    if (code === 'ENOTFILE') return fail('expected a plain file');
    if (code === '' || error instanceof ManifestError) throw error;
    return fail(`expected a file that can be read, found ${code}`);
  }
}
