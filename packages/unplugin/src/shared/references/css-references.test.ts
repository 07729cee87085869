import { describe, expect, it } from 'vitest';
import { findCssReferences, findNestedCssReferences } from './css-references.ts';

function ids(css: string, prefix = '@gen'): readonly string[] {
  const found = findCssReferences(css, prefix);
  for (const { id, start, end } of found) expect(css.slice(start, end).replace('~', '')).toBe(id);
  return found.map(({ id }) => id);
}

describe('findCssReferences', () => {
  it.each([
    ['url(@gen/a.webp)', ['@gen/a.webp']],
    [`url( '@gen/a.webp' )`, ['@gen/a.webp']],
    ['url("~@gen/a/b.webp#x")', ['@gen/a/b.webp#x']],
    ['url(@gen/a.webp), url(@gen/b.webp)', ['@gen/a.webp', '@gen/b.webp']],
    ['image-set("@gen/a.webp" 1x, "@gen/b.webp" 2x)', ['@gen/a.webp', '@gen/b.webp']],
  ])('finds the references of %s', (css, expected) => {
    expect(ids(`a { background: ${css} }`)).toEqual(expected);
  });

  it.each([
    '/* url(@gen/a.webp) */',
    'a { background: url(./@gen/a.webp) }',
    'a { background: URL(@gen/a.webp) }',
    'a { background: url(@generated/a.webp) }',
    'a { content: "see @gen/a.webp" }',
  ])('finds nothing in %s', (css) => {
    expect(ids(css)).toEqual([]);
  });

  it('takes a prefix with characters that mean something in a pattern', () => {
    expect(ids('a { background: url(~$gen.x/a.webp) }', '$gen.x')).toEqual(['$gen.x/a.webp']);
  });
});

describe('findNestedCssReferences', () => {
  it.each([
    ['url(@gen/a.webp)', 'url(_)'],
    ['url("../parts/@gen/a.webp")', 'url("_")'],
    ['url(~@gen/a.webp), url(./x/~@gen/b.webp)', 'url(_), url(_)'],
    ['url(https://example.org/@gen/a.webp)', 'url(https://example.org/@gen/a.webp)'],
    ['url(//example.org/@gen/a.webp)', 'url(//example.org/@gen/a.webp)'],
    ['/* url(./@gen/a.webp) */', '/* url(./@gen/a.webp) */'],
    ['Url(@gen/a.webp)', 'Url(_)'],
  ])('finds in %s the whole URL', (css, expected) => {
    let rest = css;
    for (const { start, end } of [...findNestedCssReferences(css, '@gen')].reverse()) {
      rest = `${rest.slice(0, start)}_${rest.slice(end)}`;
    }
    expect(rest).toBe(expected);
  });
});
