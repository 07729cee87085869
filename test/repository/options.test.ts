import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

const read = (file: string): string => readFileSync(`${REPOSITORY}/${file}`, 'utf8');
const page = read('docs/reference/config.md');

/** Names in the first column of the page's tables. */
const told = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => /`(\w+)`/.exec(line)?.[1] ?? '');

function keysOf(file: string, name: string): string[] {
  const body =
    new RegExp(`interface ${name}[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(read(file))?.[1] ?? '';
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, key = '']) => key);
}

test('every option stands in docs/reference/config.md, and no other', () => {
  const options = keysOf('packages/core/src/config/assetgen-options.ts', 'AssetgenOptions');
  const plugin = keysOf('packages/unplugin/src/shared/plugin-options.ts', 'PluginOptions');
  expect(options.length).toBeGreaterThan(8);
  expect(told.filter((name) => /^[a-z]/.test(name)).sort()).toEqual([...options, ...plugin].sort());
  const cache = keysOf('packages/core/src/config/assetgen-options.ts', 'CacheOptions');
  expect(cache.length).toBeGreaterThan(3);
  for (const key of cache) expect(page).toContain(`\`cache.${key}\``);
});

test.each(['vite-plugin', 'webpack-plugin', 'unplugin'])(
  'the page of %s names every option of the config',
  (name) => {
    const own = read(`packages/${name}/README.md`);
    const options = keysOf('packages/core/src/config/assetgen-options.ts', 'AssetgenOptions');
    expect(options.filter((option) => !own.includes(`\`${option}\``))).toEqual([]);
  },
);

test('every variable that is read stands there, and every place of a config', () => {
  const files = execFileSync('git', ['ls-files', 'packages/core/src/config'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  const source = files
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const variables = new Set(source.match(/(?<=')ASSETGEN_[A-Z_]+(?=')/g));
  variables.delete('ASSETGEN_CONFIG');
  const names = told.filter((name) => /^[A-Z]/.test(name));
  expect(names.sort()).toEqual([...variables, 'CI'].sort());
  const [, places = ''] = /CONFIG_FILES[^[]*\[\] = \[([^\]]*)/.exec(source) ?? [];
  const extensions = [...places.matchAll(/'(?:assetgen\.config|\.assetgenrc)(\.\w+)?'/g)];
  expect(extensions.length).toBeGreaterThan(10);
  for (const [, extension = '.assetgenrc'] of extensions) expect(page).toContain(`${extension}\``);
});
