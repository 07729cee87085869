import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '@assetgen/core';
import type { PathGuard } from '@assetgen/core';
import { serviceConfig } from 'create-assetgen';
import type { ServiceChoice } from 'create-assetgen';
import { applyEdits, modify, parse } from 'jsonc-parser';

const FILE = 'assetgen.config.json';
/** Names of a config that a person writes in another form. */
const OTHER = /^(?:assetgen\.config\.[cm]?[jt]s$|\.assetgenrc)/;

/**
 * Writes the choice of a service into `assetgen.config.json`. A config in another form, or one that says where results
 * come from already, is left to the person.
 *
 * @returns whether the config says it now; null where there was nothing to write
 */
export async function writeService(
  root: string,
  choice: ServiceChoice,
  guard: PathGuard,
): Promise<{ readonly isWritten: boolean; readonly file: string } | null> {
  const entries = Object.entries(serviceConfig(choice));
  if (entries.length === 0) return null;
  const names = await readdir(root);
  const other = names.find((name) => OTHER.test(name));
  if (other !== undefined) return { isWritten: false, file: other };
  const at = path.join(root, FILE);
  guard(at);
  const text = names.includes(FILE)
    ? await readFile(at, 'utf8')
    : '{\n  "$schema": "./node_modules/assetgen/assetgen.config.schema.json"\n}\n';
  const known: unknown = parse(text);
  if (typeof known !== 'object' || known === null) return { isWritten: false, file: FILE };
  const says = ['service', 'apiUrl', 'baseUrl'].filter((key) => Object.hasOwn(known, key));
  if (says.length > 0) {
    const isSame = entries.every(
      ([key, value]) => (known as Record<string, unknown>)[key] === value,
    );
    return isSame ? null : { isWritten: false, file: FILE };
  }
  let changed = text;
  for (const [key, value] of entries) {
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
    changed = applyEdits(changed, modify(changed, [key], value, { formattingOptions }));
  }
  await writeAtomic(at, changed, guard);
  return { isWritten: true, file: FILE };
}
