import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { parseSource } from './direction/imports.ts';

/** What the sources below a folder name outside it at run time, tests apart. */
function namedIn(folder: string): readonly string[] {
  const files = readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.test(?:-d)?\.ts$/.test(name));
  const named = sources.flatMap((name) => {
    const path = join(folder, name);
    return parseSource(path, readFileSync(join(REPOSITORY, path), 'utf8')).imports;
  });
  return [
    ...new Set(
      named.flatMap(({ specifier, typeOnly }) =>
        typeOnly || specifier.startsWith('./') ? [] : specifier,
      ),
    ),
  ];
}

it.each(['vite', 'webpack'])(
  "packages/%s-plugin is unplugin's own with the gallery, and nothing else",
  (bundler) => {
    expect([...namedIn(`packages/${bundler}-plugin/src`)].sort()).toEqual([
      '@assetgen/gallery/mount',
      `@assetgen/unplugin/${bundler}`,
    ]);
  },
);
