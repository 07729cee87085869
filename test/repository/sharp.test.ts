import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

test('a project that has sharp 0.34, as Next does, gets no second copy of it', () => {
  const packages = path.join(REPOSITORY, 'packages');
  const ranges = readdirSync(packages).flatMap((name) => {
    const text = readFileSync(path.join(packages, name, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
    return dependencies['sharp'] === undefined ? [] : [dependencies['sharp']];
  });
  // One range in all of them: else a package manager nests a copy beside each that differs.
  expect(new Set(ranges)).toEqual(new Set(['^0.34.0 || ^0.35.0']));
});
