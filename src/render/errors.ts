import { printError } from './error.ts';
import type { Printable } from './error.ts';

/** What is told of one asset; null for what is told of the whole project. */
interface AssetError extends Printable {
  readonly asset: string | null;
}

const MOST_NAMES = 8;

/**
 * The errors of many assets as people read them: what is the same for several is said once, with
 * their names, and an advice that several share stands below the last of them.
 */
export function printErrors(errors: readonly AssetError[], verbose: boolean): string[] {
  const groups = new Map<string, { error: AssetError; assets: string[] }>();
  for (const error of errors) {
    const key = JSON.stringify([error.code, error.message, error.hint]);
    const group = groups.get(key) ?? { error, assets: [] };
    if (error.asset !== null) group.assets.push(error.asset);
    groups.set(key, group);
  }
  const list = [...groups.values()];
  return list.map(({ error, assets }, index) => {
    const next = list[index + 1]?.error;
    const shared = next?.code === error.code && next.hint === error.hint;
    const told = assets.length === 1 && isNamed(assets[0] ?? '', error.message);
    const names = assets.length === 0 || told ? null : namesOf(assets);
    return printError(shared ? { ...error, hint: null } : error, verbose, names);
  });
}

/** Whether a message begins with an asset's name, behind a place or not, or quotes it: `key` is a word, too. */
function isNamed(asset: string, message: string): boolean {
  const name = asset.replaceAll('.', '\\.');
  return new RegExp(`(?:^|:\\d+ |")${name}(?![\\w/-])`).test(message);
}

function namesOf(assets: readonly string[]): string {
  const more = assets.length - MOST_NAMES;
  return more > 0
    ? `${assets.slice(0, MOST_NAMES).join(', ')} and ${more} more`
    : assets.join(', ');
}
