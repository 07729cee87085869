import { SHARED } from '../emit/code-target.ts';
import { readRuntime } from '../fs/code-files.ts';

/** What the code for a framework may import: a dev server prepares these before it runs. */
export function packagesOf(target: string): readonly string[] {
  const parts = [...SHARED].filter((name) =>
    target === 'r3f' ? name !== 'react' : name.split('-')[0] === target,
  );
  const imports = parts.flatMap((name) => [...readRuntime(name).matchAll(/ from '(.*)';$/gm)]);
  const packages = imports.map(([, from = '']) => from).filter((from) => !from.startsWith('@gen/'));
  return [...new Set(packages)].sort();
}
