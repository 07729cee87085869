import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

/** Lines of source below a folder, without tests and what only tests use. */
function linesOf(folder: string): number {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test(?:-d)?\.ts$|^testing[\\/]/.test(name))
    .map((name) => readFileSync(join(REPOSITORY, folder, name), 'utf8'))
    .reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}

it.each(['packages/vite-plugin', 'packages/webpack-plugin'])(
  '%s stays thin: what bundlers share belongs to packages/unplugin',
  (folder) => {
    const lines = linesOf(join(folder, 'src'));
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThan(200);
  },
);
