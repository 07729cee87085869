import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { readonly packages: Readonly<Record<string, Entry>> };

test('the lockfile names no download address', () => {
  const addresses = Object.entries(lock.packages).filter(([, entry]) =>
    /^[a-z+]+:/.test(entry.resolved ?? ''),
  );
  expect(addresses.map(([path]) => path)).toEqual([]);
});

// Where npm could not find the native binding of some platform while it wrote the lock, it leaves
// the entry out; `npm ci` then refuses the whole lock.
test('the lockfile holds the native bindings of every platform', () => {
  const locked = new Set(
    Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  );
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !locked.has(name))
      .map((name) => `${path} → ${name}`),
  );
  expect(missing).toEqual([]);
});
