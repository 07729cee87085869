import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Target } from './targets.ts';

/** Programs of a bundler that are not called as the bundler is. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  webpack: ['webpack-dev-server', 'webpack-cli'],
};

/**
 * The configs that the scripts of a package.json give to the program of a bundler, as in
 * `vite build --config vite/config.prod.mjs`: those that exist below the root, in the order of the scripts.
 *
 * @param root absolute path of the project
 * @returns relative paths, each once
 */
export function namedConfigs(
  root: string,
  scripts: Readonly<Record<string, string>>,
  { name }: Target,
): readonly string[] {
  const programs = new Set([name, ...(PROGRAMS[name] ?? [])]);
  const named = Object.values(scripts)
    .flatMap((script) => script.split(/[&|;]+/))
    .map((command) => command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [])
    .filter((words) => words.some((word) => programs.has(word)))
    .flatMap(configOf)
    .map((file) => path.normalize(file))
    .filter((file) => isInside(file) && existsSync(path.join(root, file)));
  return [...new Set(named)];
}

function configOf(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const value = /^(?:--config|-c)(?:=(?<value>.+))?$/.exec(word);
    if (value === null) return [];
    const file = value.groups?.['value'] ?? words[index + 1];
    return file === undefined ? [] : [file.replaceAll(/^["']|["']$/g, '')];
  });
}

function isInside(file: string): boolean {
  return !path.isAbsolute(file) && file !== '..' && !file.startsWith(`..${path.sep}`);
}
