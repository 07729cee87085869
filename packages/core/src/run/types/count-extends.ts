import path from 'node:path';
import { parse } from 'jsonc-parser';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';

/**
 * How many configs are read for a tsconfig with all that it extends: one that is extended twice is read twice, and
 * so is what it extends. Configs of packages count as none.
 *
 * @param file absolute path
 */
export async function countExtends(file: string): Promise<number> {
  return count(file, new Map());
}

/** @param known counts by file; one that is still being counted counts as none */
async function count(file: string, known: Map<string, number>): Promise<number> {
  const before = known.get(file);
  if (before !== undefined) return before;
  known.set(file, 0);
  const text = await readText(file, SMALL_FILE).catch(() => null);
  if (text === null) return 0;
  let sum = 1;
  for (const name of extendedIn(text)) {
    const target = path.resolve(path.dirname(file), name);
    sum += await count(target, known);
    if (!target.endsWith('.json')) sum += await count(`${target}.json`, known);
  }
  known.set(file, sum);
  return sum;
}

/** The paths that a config extends. */
function extendedIn(text: string): readonly string[] {
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  const named =
    typeof value === 'object' && value !== null && 'extends' in value ? value.extends : [];
  return [named].flat().filter((each): each is string => /^[./]|^[a-z]:/i.test(String(each)));
}
