import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../test/frameworks/', import.meta.url));

/** The packages that make the version of a project of test/frameworks: `framework` of its package.json. */
export function frameworkOf(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return [];
  return [JSON.parse(readFileSync(file, 'utf8')).framework ?? []].flat();
}

/** Folders of test/frameworks that have a row of the table. */
export function frameworkNames() {
  return readdirSync(FOLDER).filter((name) => frameworkOf(join(FOLDER, name)).length > 0);
}
