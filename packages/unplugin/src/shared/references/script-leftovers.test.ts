import type { AssetView } from '@assetgen/core';
import { describe, expect, it } from 'vitest';
import { findScriptLeftovers } from './script-leftovers.ts';

const VIEW: AssetView = {
  prefix: '@gen',
  watch: [],
  files: ['hero.webp', 'hero.640w.webp', 'props/crate.glb'].map((name) => ({
    asset: name.replace(/\..*$/, ''),
    name,
    path: `/x/${name}`,
    bytes: 1,
    sha256: '0',
    draft: false,
  })),
  resolve: () => null,
};
const found = (code: string): string[] => findScriptLeftovers(code, VIEW).map(({ id }) => id);

describe('names that a chunk would ship as text', () => {
  it.each([
    ['JSX', `jsx("img", { src: "@gen/hero.webp", alt: "" })`],
    ['minified JSX', '(0,e.jsx)(`img`,{src:`@gen/hero.webp`})'],
    ['createElement', `h("img",{"src":'@gen/hero.webp'})`],
    ['a template of Svelte', 'var root = $.from_html(`<img src="@gen/hero.webp"/>`);'],
    ['one of Solid, without quotes', 'var t = template(`<img src=@gen/hero.webp>`);'],
    ['one within quotes', `t("<img src=\\"@gen/hero.webp\\">")`],
    ['an assignment', `image.src="@gen/hero.webp"`],
    ['an attribute that is set', `$.set_attribute(img, "src", "@gen/hero.webp");`],
    ['a constant', `const hero = '@gen/hero.webp';`],
    ['styles in script', 'css`background: url(@gen/hero.webp)`'],
    ['a query', `({ src: "@gen/hero.webp?v=1" })`],
  ])('%s', (_, code) => {
    expect(found(code)).toEqual(['@gen/hero.webp']);
  });

  it('a wrong name where a URL stands, and an asset in the place of a file', () => {
    expect(found(`({ src: "@gen/herro.webp" })`)).toEqual(['@gen/herro.webp']);
    expect(found(`({ src: "@gen/hero" })`)).toEqual(['@gen/hero']);
  });

  it.each([
    ['imports that stay', `import hero from "@gen/hero.webp";import"@gen/hero.webp"`],
    ['dynamic ones', `import("@gen/hero.webp"); require('@gen/hero.webp')`],
    ['exports', `export { default } from '@gen/hero.webp';`],
    ['updates that code accepts', `undefined.accept("@gen/hero.webp", () => {})`],
    ['keys', `({ "@gen/hero.webp": 1 })`],
    ['comparisons', `id === "@gen/hero.webp"`],
    ['a text on a page', `jsx("code", { children: "@gen/hero.webp" })`],
    ['prose', `jsx("p", { children: "Say import x from '@gen/hero.webp' or @gen/hero.webp" })`],
    ['a package of that scope', `load("@gen/plugin-something")`],
    ['another prefix', `({ src: "@general/hero.webp" })`],
    [
      'comments of webpack',
      '__webpack_require__(/*! @gen/hero.webp */ "./.assetgen/files/hero.webp")',
    ],
  ])('not %s', (_, code) => {
    expect(found(code)).toEqual([]);
  });
});
