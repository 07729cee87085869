import { PARTS } from '../emit/code-target.ts';
import type { CodeTarget } from '../emit/code-target.ts';
import { readRuntime } from '../fs/code-files.ts';

/** What the code for a framework may import: a dev server prepares these before it runs. */
export function packagesOf(target: string): readonly string[] {
  const parts = PARTS[target as CodeTarget] ?? [];
  const imports = parts.flatMap((name) => [
    ...readRuntime(name).matchAll(/(?: from |import\()'([^']*)'/g),
  ]);
  const packages = imports.map(([, from = '']) => from);
  return [...new Set(packages.filter((from) => !/^(?:@gen\/|\.)/.test(from)))].sort();
}
