import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { missingNames } from '@assetgen/core/warm';
import type { ProgressOutput } from '../create-progress.ts';

/** Hears of each import: which module has it, and the name as `parseImportId` gives it. */
export type NoteImport = (importer: string | undefined, name: string) => void;

/**
 * Tells what code asks of models that these do not have, each once: a bought model may call its parts
 * otherwise than the draft. By the types, which have the names of the lock.
 *
 * @param root absolute path of the project
 * @param prefix asked when it is needed: the config may be read later
 */
export function createNameCheck(
  root: string,
  output: ProgressOutput,
  prefix: () => string,
): NoteImport {
  const told = new Set<string>();
  let types = { mtimeMs: Number.NaN, text: '' };

  /** Many imports ask for the same file, which a watch may write again. */
  function readTypes(): string {
    const file = join(root, 'assets.gen.d.ts');
    const { mtimeMs } = statSync(file);
    if (mtimeMs !== types.mtimeMs) types = { mtimeMs, text: readFileSync(file, 'utf8') };
    return types.text;
  }

  return (importer, name) => {
    // Of a module that no file holds there is nothing to read.
    if (!name.includes('~') || name.startsWith('~') || importer === undefined) return;
    const file = importer.replace(/\?.*$/, '');
    let found: string[];
    try {
      const code = readFileSync(file, 'utf8');
      found = missingNames(code, readTypes(), prefix());
    } catch {
      return;
    }
    for (const line of found) {
      const whole = `${file}: ${line}`;
      if (told.has(whole)) continue;
      told.add(whole);
      output.warn(whole);
    }
  };
}
