import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';

/** A text without the folders of this machine. */
export type HidePaths = (text: string) => string;

/**
 * Takes the names of folders out of texts: a report is read elsewhere, and a path tells a user's name.
 * @param root absolute path of the project: it becomes `.`
 * @param others folders that a message may name, such as the cache; null: not set
 * @param home of the user: it becomes `~`; null: none. @default that of the process
 */
export function hidePaths(
  root: string,
  others: readonly (string | null)[],
  home: string | null = homeOf(),
): HidePaths {
  const names = [
    ...formsOf(root).map((form) => [form, '.'] as const),
    ...others.flatMap(formsOf).map((form) => [form, '…'] as const),
    ...formsOf(home).map((form) => [form, '~'] as const),
  ];
  // The longest first: a project lies below a home.
  const hidden = names
    .sort(([a], [b]) => b.length - a.length)
    .map(([form, shown]) => [form, patternOf(form), shown] as const);
  return function hide(text) {
    return hidden.reduce(
      (left, [form, pattern, shown]) =>
        left.includes(form) ? left.replace(pattern, () => shown) : left,
      text,
    );
  };
}

/** A user of a container may have none. */
function homeOf(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

/** As it is given, without links, and as a URL has it. */
function formsOf(folder: string | null): string[] {
  if (folder === null) return [];
  let real = folder;
  try {
    real = realpathSync(folder);
  } catch {
    // It is not there: nothing names it otherwise.
  }
  const plain = [folder, real].map((each) => each.replace(/[\\/]+$/, ''));
  const forms = plain.flatMap((each) => [each, each.replaceAll('\\', '/'), encodeURI(each)]);
  // The root of a disk is in every path.
  return [...new Set(forms)].filter((each) => each.length > 3);
}

/** `/home/ann` is not the beginning of `/home/anna`, and `carrots/root vegetables` name no home. */
function patternOf(folder: string): RegExp {
  const exact = folder.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isShort = !/[\\/].*[\\/]/.test(folder);
  return new RegExp(`(?<!\\w)${exact}${isShort ? '(?=[\\\\/])' : '(?![\\w-])'}`, 'g');
}
