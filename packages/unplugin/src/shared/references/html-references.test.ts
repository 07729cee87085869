import { describe, expect, it } from 'vitest';
import { findHtmlReferences } from './html-references.ts';

function ids(html: string): readonly string[] {
  const found = findHtmlReferences(html, '@gen');
  for (const { id, start, end } of found) expect(html.slice(start, end)).toBe(id);
  return found.map(({ id }) => id);
}

describe('findHtmlReferences', () => {
  it.each([
    ['<img src="@gen/a.webp">', ['@gen/a.webp']],
    [`<img src='@gen/a.webp'/>`, ['@gen/a.webp']],
    ['<img src=@gen/a.webp alt=x>', ['@gen/a.webp']],
    ['<img alt="a > b" src="@gen/a.webp">', ['@gen/a.webp']],
    [
      '<img srcset="@gen/a.webp 1x,\n @gen/b.webp 2x, @gen/c.webp 3x">',
      ['@gen/a.webp', '@gen/b.webp', '@gen/c.webp'],
    ],
    [
      '<video poster="@gen/p.webp"><source src="@gen/v.mp4"></video>',
      ['@gen/p.webp', '@gen/v.mp4'],
    ],
    ['<link rel="icon" href="@gen/icon.png">', ['@gen/icon.png']],
    ['<script src="@gen/a.js"></script>', ['@gen/a.js']],
  ])('finds the references of %s', (html, expected) => {
    expect(ids(`<body>${html}</body>`)).toEqual(expected);
  });

  it.each([
    '<p>import "@gen/a.webp"</p>',
    '<!-- <img src="@gen/a.webp"> -->',
    `<script type="module">import a from '@gen/a.webp'; '<img src="@gen/b.webp">'</script>`,
    '<style>a { background: url("@gen/a.webp") }</style>',
    '<img src="./@gen/a.webp">',
    '<img src="@generated/a.webp">',
  ])('finds nothing in %s', (html) => {
    expect(ids(html)).toEqual([]);
  });
});
