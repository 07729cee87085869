import { describe, expect, it } from 'vitest';
import { parseImportId, virtualId, virtualName } from './import-ids.ts';

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

describe('virtualId', () => {
  it('ends in .js whatever the name ends in', () => {
    expect(virtualId('props/dragon.glb')).toMatch(/\.glb\.js$/);
  });

  it('is read back by virtualName, which knows no other id', () => {
    expect(virtualName(virtualId('a/b.json'))).toBe('a/b.json');
    expect(virtualName('/app/main.js')).toBeNull();
  });
});
