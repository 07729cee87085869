import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import type { WrittenScript } from '../shared/references/look-in-scripts.ts';
import type { WrittenFile } from '../shared/references/refuse-leftovers.ts';
import { FILE_LOADERS } from './load-outputs.ts';

/** By paths relative to the working folder, as a metafile has them. */
export type Outputs = Readonly<Record<string, Pick<Metafile['outputs'][string], 'inputs'>>>;

/** @param seen the sources that may name assets */
export function onlyOutput(script: string, seen: ReadonlySet<string>, folder: string): Outputs {
  const inputs = Object.fromEntries([...seen].map((path) => [path, { bytesInOutput: 0 }]));
  return { [posix(folder, script)]: { inputs } };
}

/** The files that may be outputs of ours, below the folder of a script. */
export async function filesBeside(script: string, folder: string): Promise<readonly string[]> {
  const place = dirname(script);
  const names = await readdir(place, { recursive: true });
  return names
    .filter((name) => extname(name) in FILE_LOADERS)
    .map((name) => posix(folder, join(place, name)));
}

function posix(from: string, to: string): string {
  return relative(from, to).replaceAll('\\', '/');
}

/** The style sheets that esbuild wrote. @param only the script, where no metafile tells of others */
export function writtenSheets(
  folder: string,
  outputs: Outputs,
  only: string | null,
): readonly WrittenFile[] {
  const beside = only === null ? [] : [only.replace(/\.[^./]+$/, '.css')];
  const paths = [...Object.keys(outputs).map((name) => resolve(folder, name)), ...beside];
  return [...new Set(paths)]
    .filter((path) => path.endsWith('.css') && existsSync(path))
    .map((path) => ({ fileName: posix(folder, path), read: () => readFileSync(path, 'utf8') }));
}

/** What esbuild wrote; nothing where somebody else takes it from memory. */
export function* writtenScripts(folder: string, outputs: Outputs): Iterable<WrittenScript> {
  for (const [name, { inputs }] of Object.entries(outputs)) {
    const path = resolve(folder, name);
    if (!/\.[cm]?js$/.test(name) || !existsSync(path)) continue;
    const sourceOf = (text: string): string | null => {
      const sources = Object.keys(inputs).map((input) => resolve(folder, input));
      return sources.find((file) => existsSync(file) && readFileSync(file).includes(text)) ?? null;
    };
    yield { fileName: name, code: readFileSync(path, 'utf8'), sourceOf };
  }
}
