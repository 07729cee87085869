import { describe, expect, it } from 'vitest';
import {
  GATHERED_FILTER,
  gatheredModule,
  importFilter,
  importsGathered,
  mayGather,
  parseImportId,
  VIRTUAL_FILTER,
  virtualId,
  virtualName,
} from './import-id.ts';

describe('parseImportId', () => {
  it.each([
    ['@gen/props/dragon.glb', 'props/dragon.glb', ''],
    ['@gen/hero.webp?raw', 'hero.webp', '?raw'],
    ['@gen/hero.webp?url#x', 'hero.webp', '?url#x'],
    ['@gen/icon#x', 'icon', '#x'],
  ])('splits %s', (source, name, query) => {
    expect(parseImportId(source, '@gen')).toEqual({ id: `@gen/${name}`, name, query });
  });

  it.each(['@generated/x', '@gen', './@gen/x', 'three'])('leaves %s to others', (source) => {
    expect(parseImportId(source, '@gen')).toBeNull();
  });
});

describe('importFilter', () => {
  it('lets pass what is below the prefix, which may hold any character', () => {
    expect(importFilter('@gen').test('@gen/hero.webp?raw')).toBe(true);
    expect(importFilter('$a.b').test('$a.b/hero')).toBe(true);
    for (const other of ['./@gen/x', '@generated/x', 'three', '$axb/hero']) {
      expect(importFilter('@gen').test(other)).toBe(false);
      expect(importFilter('$a.b').test(other)).toBe(false);
    }
  });

  it('lets pass paths of outputs', () => {
    expect(importFilter('@gen').test('../.assetgen/files/hero.webp')).toBe(true);
    expect(importFilter('@gen').test('../assetgen/files/hero.webp')).toBe(false);
  });
});

describe('virtualId', () => {
  it('ends in .js whatever the name ends in', () => {
    expect(virtualId('props/dragon.glb')).toMatch(/\.glb\.js$/);
  });

  it('is read back by virtualName, which knows no other id', () => {
    expect(virtualName(virtualId('a/b.json'))).toBe('a/b.json');
    expect(virtualName('/app/main.js')).toBeNull();
  });
});

describe('gatheredModule', () => {
  it("has an id of its own for each list, which is no asset's", () => {
    const ids = [['@gen/a', '@gen/b'], ['@gen/b', '@gen/a'], ['@gen/a']].map((list) =>
      virtualId(gatheredModule(list)),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      expect(GATHERED_FILTER.test(id)).toBe(true);
      expect(VIRTUAL_FILTER.id.test(id)).toBe(true);
      expect(importsGathered(`import { u0 } from ${JSON.stringify(id)};`)).toBe(true);
    }
    expect(mayGather('@gen/a '.repeat(16), '@gen')).toBe(true);
    expect(mayGather('@gen/a @generated/b '.repeat(15), '@gen')).toBe(false);
    expect(GATHERED_FILTER.test(virtualId('a'))).toBe(false);
    expect(importsGathered(`import a from ${JSON.stringify(virtualId('a'))};`)).toBe(false);
  });
});
