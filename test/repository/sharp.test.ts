import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

const packages = path.join(REPOSITORY, 'packages');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package manager nests a copy of 16 MB beside each package whose range another version does not meet. */
describe('a project that has sharp already, as every Next app does', () => {
  test('gets at most one more copy: one package depends on it, by a range as wide as works', () => {
    const manifests = ['.', ...readdirSync(packages).map((name) => `packages/${name}`)];
    const ranges = manifests.flatMap((folder) => {
      const text = readFileSync(path.join(REPOSITORY, folder, 'package.json'), 'utf8');
      const range = (JSON.parse(text) as Manifest).dependencies?.['sharp'];
      return range === undefined ? [] : [[folder, range]];
    });
    expect(ranges).toEqual([['packages/render', '^0.34.0 || ^0.35.0']]);
  });

  test('all others take it from there', () => {
    const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /^[\w-]+[\\/]src[\\/].*\.ts$/.test(file) && !/\.test\.ts$|[\\/]testing[\\/]/.test(file),
    );
    const own = sources.filter((file) =>
      /(?:from |import\()'sharp'/.test(readFileSync(path.join(packages, file), 'utf8')),
    );
    expect(own.map((file) => file.replaceAll('\\', '/'))).toEqual(['render/src/sharp.ts']);
  });
});
