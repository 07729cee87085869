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
    ['<a-entity gltf-model="url(@gen/a.glb)"></a-entity>', ['@gen/a.glb']],
    [`<a-box material="src: url( '@gen/a.webp' ); color: red"></a-box>`, ['@gen/a.webp']],
    ['<a-box material="src: @gen/a.webp; color: red"></a-box>', ['@gen/a.webp']],
    ['<video src="@gen/v.mp4#t=2"></video>', ['@gen/v.mp4#t=2']],
  ])('finds the references of %s', (html, expected) => {
    expect(ids(`<body>${html}</body>`)).toEqual(expected);
  });

  it.each([
    '<p>import "@gen/a.webp"</p>',
    '<!-- <img src="@gen/a.webp"> -->',
    `<script type="module">import a from '@gen/a.webp'; '<img src="@gen/b.webp">'</script>`,
    '<style>a { background: url("@gen/a.webp") }</style>',
    '<img src="./@gen/a.webp">',
    `<pre data-code="import a from '@gen/a.webp'"></pre>`,
    '<img src="@generated/a.webp">',
  ])('finds nothing in %s', (html) => {
    expect(ids(html)).toEqual([]);
  });

  it('tells what is CSS', () => {
    const html = '<i style="background: url(@gen/a.webp)" data-style="url(@gen/b.webp)"></i>';
    const found = findHtmlReferences(html, '@gen').map(({ id, inStyle }) => [id, inStyle]);
    expect(found).toEqual([
      ['@gen/a.webp', true],
      ['@gen/b.webp', false],
    ]);
  });
});
