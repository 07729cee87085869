import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
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
 * @throws {ManifestError} with all that is wrong
 */
export async function loadManifests(
  root: string,
  patterns: readonly string[],
): Promise<LoadedManifest> {
  const files: string[] = [];
  const raw = [];
  for (const file of await expand(root, patterns)) {
    const absolute = path.resolve(root, file);
    const label = path.relative(root, absolute).split(path.sep).join('/');
    const bytes = await readFile(absolute).catch((error: unknown) => missing(error, label));
    if (bytes === null) continue;
    files.push(absolute);
    const text = decode(label, bytes);
    const document = isModule(absolute)
      ? moduleDocument(label, text, await loadModule(absolute, label, text))
      : parseDocument(label, text);
    raw.push(validateDocument(document));
  }
  if (files.length === 0) {
    throw new AssetgenError(
      'ASSETGEN_NO_MANIFEST',
      `no manifest: looked for ${patterns.join(', ')}`,
      {
        hint: 'Make one with `assetgen init`, or name yours in the option "manifests".',
      },
    );
  }
  return { manifest: normalise(raw, root), files };
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

async function expand(root: string, patterns: readonly string[]): Promise<string[]> {
  if (!patterns.some(isGlob)) return [...patterns];
  const { glob } = await import('tinyglobby');
  const ignore = ['**/node_modules/**', '**/.assetgen/**'];
  const found = await glob([...patterns], { cwd: root, ignore });
  return found.sort();
}

function isGlob(pattern: string): boolean {
  return /[*?{}[\]!]/.test(pattern);
}

function decode(label: string, bytes: Uint8Array): string {
  const position = { file: label, line: 1, column: 1 };
  if (bytes.length > MAX_BYTES) {
    throw new ManifestError([{ position, path: '', message: 'expected at most 16 MB of text' }]);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ManifestError([
      { position, path: '', message: 'expected UTF-8 text, found binary data' },
    ]);
  }
}

/** Null where there is no file; one that cannot be read is told with its place. */
function missing(error: unknown, label: string): null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return null;
  if (code === '') throw error;
  const position = { file: label, line: 1, column: 1 };
  const message = `expected a file that can be read, found ${code}`;
  throw new ManifestError([{ position, path: '', message }]);
}
