import { CODE_TARGETS } from '@assetgen/core/warm';
import { expect, it } from 'vitest';
import { turbopackOptions } from './turbopack-options.ts';

const INPUT = {
  prefix: '@gen',
  modules: './.assetgen/modules',
  folder: '/app/.assetgen/modules',
  loader: '/loader.js',
  major: 16,
};

it('leads imports to modules, those of code for a framework before all others', () => {
  const aliases = Object.entries(turbopackOptions({}, INPUT).resolveAlias ?? {});
  expect(aliases).toContainEqual(['@gen/*?react', './.assetgen/modules/*~react.js']);
  expect(aliases).toHaveLength(Object.keys(CODE_TARGETS).length + 1);
  expect(aliases.at(-1)).toEqual(['@gen/*', './.assetgen/modules/*.js']);
});

it('has texts read that name files, and only those that have the prefix', () => {
  const { rules = {} } = turbopackOptions({}, { ...INPUT, prefix: '~my.art' });
  const [sheets, scripts] = Object.values(rules) as {
    readonly condition: { readonly content: RegExp };
    readonly loaders: unknown;
  }[];
  expect(Object.keys(rules)).toEqual(['*.css', '*.{js,jsx,mjs,ts,tsx,mts}']);
  expect(sheets?.loaders).toEqual([
    { loader: '/loader.js', options: { prefix: '~my.art', folder: '/app/.assetgen/modules' } },
  ]);
  expect(sheets?.condition.content.test('a { background: url(~my.art/a.webp) }')).toBe(true);
  expect(sheets?.condition.content.test('a { background: url(~my-art/a.webp) }')).toBe(false);
  expect(scripts?.condition.content.test("new URL('~my.art/a.glb', import.meta.url)")).toBe(true);
  expect(scripts?.condition.content.test("import a from '~my.art/a.glb'")).toBe(false);
  expect(scripts?.condition.content.test("import { A } from '~my.art/b/a?react'")).toBe(true);
});

it('keeps what the config has, and lets it win', () => {
  const own = {
    root: '/repo',
    resolveAlias: { '@gen/hero': './own.js', react: 'preact' },
    rules: { '*.css': { loaders: ['a'] }, '*.svg': { loaders: ['b'] } },
  };
  const made = turbopackOptions({ turbopack: own }, INPUT);
  expect(made).toMatchObject({ root: '/repo' });
  expect(made.resolveAlias).toMatchObject({ react: 'preact', '@gen/hero': './own.js' });
  expect(made.rules).toMatchObject({
    '*.css': [{ loaders: ['a'] }, { loaders: [{ loader: '/loader.js' }] }],
    '*.svg': { loaders: ['b'] },
  });
  expect(own.rules['*.css']).toEqual({ loaders: ['a'] });
});

it('names its conditions for Next 15', () => {
  const { rules, conditions } = turbopackOptions({}, { ...INPUT, major: 15 });
  expect(Object.keys(rules ?? {})).toEqual(['#assetgen-0', '#assetgen-1']);
  expect(conditions).toMatchObject({
    '#assetgen-0': { path: '*.css', content: /@gen\// },
    '#assetgen-1': { path: '*.{js,jsx,mjs,ts,tsx,mts}' },
  });
});
