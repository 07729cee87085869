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
    ['a list', `export const all = ["@gen/hero.webp", 1]`, ['@gen/hero.webp']],
    ['a list of images', `({ srcset: ["@gen/hero.webp"] })`, ['@gen/hero.webp']],
    ['a choice', `({ src: dark ? "@gen/hero.webp" : "@gen/hero.640w.webp" })`, 2],
    ['a fallback', `({ src: given ?? "@gen/hero.webp" })`, ['@gen/hero.webp']],
    ['a request', `fetch("@gen/props/crate.glb")`, ['@gen/props/crate.glb']],
    ['a loader with a manager', `new Loader(manager).load(url, "@gen/props/crate.glb")`, 1],
    ['srcset', `({ srcSet: "@gen/hero.webp 1x, @gen/hero.640w.webp 2x" })`, 2],
    ['srcset of a template', 't(`<img srcset="@gen/hero.webp 1x">`)', ['@gen/hero.webp']],
    ['Vue, hoisted', `const _h = e("img", { src: "@gen/hero.webp" }, null, -1)`, 1],
    ['Vue, static', `createStaticVNode('<p>a</p><img alt="" src="@gen/hero.webp">', 2)`, 1],
    ['Svelte on a server', 'r.push(`<main><img src="@gen/hero.webp" alt=""/></main>`)', 1],
    ['Svelte, a component', `Card($$anchor, { poster: "@gen/hero.webp" })`, ['@gen/hero.webp']],
    ['Astro', '$$render`${head()}<img src="@gen/hero.webp">`', ['@gen/hero.webp']],
    ['Lit', 'html`<img class=${a} src="@gen/hero.webp" alt=${b}>`', ['@gen/hero.webp']],
    ['markup that is set', `el.innerHTML = '<img src="@gen/hero.webp">'`, ['@gen/hero.webp']],
    ['markup in React', `({ __html: "<video poster='@gen/hero.webp'>" })`, ['@gen/hero.webp']],
    ['a style', `({ style: { backgroundImage: "url(@gen/hero.webp)" } })`, ['@gen/hero.webp']],
    ['a style as text', `({ style: "color:red;background:url('@gen/hero.webp')" })`, 1],
    ['a style in markup', `t('<div style="background:url(@gen/hero.webp)"></div>')`, 1],
    ['a template, named as it runs', 'jsx("img", { src: `@gen/${name}.webp` })', ['@gen/…']],
    ['a sum', `jsx("img", { src: "@gen/" + name + ".webp" })`, ['@gen/…']],
    ['a template in markup', 't(`<img src="@gen/${name}.webp">`)', ['@gen/…']],
    ['a template in styles', '({ style: `background: url(@gen/${name}.webp)` })', ['@gen/…']],
    ['a template that may be a file', 'loader.load(`@gen/props/${name}.glb`)', ['@gen/props/…']],
    ['an import of a built name', 'import(`@gen/props/${name}`).then(show)', ['@gen/props/…']],
    ['an import of a sum', `import("@gen/" + name + ".glb")`, ['@gen/…']],
    ['a URL of a built name', 'new URL(`@gen/${name}.webp`, import.meta.url)', ['@gen/…']],
    ['a module of a development build', `eval("h('img', { src: \\"@gen/hero.webp\\" })")`, 1],
    ['a module of JSON', `JSON.parse('[{"image":"@gen/hero.webp","title":"it\\'s"}]')`, 1],
    [
      'one with a wrong name',
      `e.exports=JSON.parse('{"src":"@gen/herro.webp"}')`,
      ['@gen/herro.webp'],
    ],
    ['behind a regular expression', `x = /["'\`]/.test(y); ({ src: "@gen/hero.webp" })`, 1],
    ['behind a template in a template', 'a`${`${"}"}`}`; ({ src: "@gen/hero.webp" })', 1],
  ])('%s', (_, code, expected) => {
    const ids = found(code);
    expect(typeof expected === 'number' ? ids.length : ids, ids.join()).toEqual(expected);
  });

  it.each([
    ['imports that stay', `import hero from "@gen/hero.webp";import"@gen/hero.webp"`],
    ['dynamic ones', `import("@gen/hero.webp"); require('@gen/hero.webp')`],
    ['exports', `export { default } from '@gen/hero.webp';`],
    ['updates that code accepts', `undefined.accept("@gen/hero.webp", () => {})`],
    ['updates of several', `hot.accept(["@gen/hero.webp", "@gen/hero"], () => {})`],
    ['keys', `({ "@gen/hero.webp": 1 })`],
    ['comparisons', `id === "@gen/hero.webp"`],
    ['comparisons the other way', `"@gen/hero.webp" === id`],
    ['a text on a page', `jsx("code", { children: "@gen/hero.webp" })`],
    ['one of several', `jsxs("p", { children: ["Take ", "@gen/hero.webp", "."] })`],
    ['a child of React', `React.createElement("code", null, "@gen/hero.webp")`],
    ['a child of Vue', `createElementVNode("code", { class: "a" }, "@gen/hero.webp", -1)`],
    ['a child of h', `h('code', '@gen/hero.webp')`],
    ['a text node', `document.createTextNode("@gen/hero.webp")`],
    ['words beside a picture', `jsx("img", { src: hero, alt: "@gen/hero.webp" })`],
    ['a log', `console.log("@gen/hero.webp")`],
    ['prose', `jsx("p", { children: "Say import x from '@gen/hero.webp' or @gen/hero.webp" })`],
    ['prose that is handed on', `t("Say import x from '@gen/hero.webp', or \\"@gen/hero.webp\\"")`],
    ['prose with an element', `t("Not <img src='@gen/hero.webp'>, but src={hero}")`],
    ['prose that begins with it', `t("@gen/hero.webp is the URL")`],
    ['a sample', `jsx(Code, { code: "import hero from '@gen/hero.glb';\\nshow(hero);" })`],
    ['a sample of an import', `const sample = "import x from '@gen/hero.webp'"`],
    ['a sample of a call', 'const sample = `new URL("@gen/hero.webp", import.meta.url)`'],
    ['a sample of markup', `jsx("code", { children: '<img src="@gen/hero.webp">\\n' })`],
    ['one of Vue', `createElementVNode("code", null, '<img src="@gen/hero.webp">', -1)`],
    ['one that is coloured', `hljs.highlight('<img src="@gen/hero.webp">', { language: "html" })`],
    ['a token', `jsx("span", { className: "hljs-string", children: "'@gen/hero.webp'" })`],
    ['tokens of a page', `r.push('<pre><span class="s">"@gen/hero.webp"</span></pre>')`],
    ['escaped markup', 't(`<code>&lt;img src="@gen/hero.webp"&gt;</code>`)'],
    ['an escaped attribute', 't(`<i data-code="&lt;img src=&quot;@gen/hero.webp&quot;&gt;">`)'],
    [
      'a page of Markdown',
      'export default "# Use\\n```html\\n<img src=\\"@gen/hero.webp\\">\\n```"',
    ],
    ['an index for search', `JSON.parse('{"text":"import x from \\"@gen/hero.webp\\""}')`],
    ['words of a page in JSON', `JSON.parse('{"title":"@gen/hero.webp"}')`],
    ['what another parser reads', `marked.parse('[{ "src": "@gen/hero.webp" }] is JSON')`],
    ['styles in prose', `t("Write url(@gen/hero.webp) in a style sheet")`],
    ['styles as a sample', `jsx("code", { children: "a { background: url(@gen/hero.webp) }" })`],
    ['comments', `/* src: "@gen/hero.webp" */ // src="@gen/hero.webp"\nrun()`],
    ['a regular expression', `/src="@gen\\/hero.webp"/.exec(a)`],
    ['a package of that scope', `load("@gen/plugin-something")`],
    ['a template that is no file', 'load(`@gen/${name}.obj`); load(`@gen/${name}`)'],
    ['a template in prose', 'throw new Error(`@gen/${name}.webp is not here`)'],
    ['another prefix', `({ src: "@general/hero.webp" })`],
    [
      'comments of webpack',
      '__webpack_require__(/*! @gen/hero.webp */ "./.assetgen/files/hero.webp")',
    ],
  ])('not %s', (_, code) => {
    expect(found(code)).toEqual([]);
  });

  it('what is no JavaScript is no error', () => {
    for (const code of ['`${', '"@gen/hero.webp', ')]}`@gen/${', "'@gen/\\u{ffffffff}'", '@gen/'])
      expect(() => found(code)).not.toThrow();
  });
});
