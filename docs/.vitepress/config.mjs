// The site of these pages: `npm run docs:site`. The pages stay plain Markdown, whose links work on a forge too.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchor-of.mjs';
import { llmsText } from './llms-text.mjs';
import { pagesOfIndex } from './pages-of-index.mjs';

const docs = fileURLToPath(new URL('..', import.meta.url));
const repository = path.dirname(docs);
const index = readFileSync(path.join(docs, 'README.md'), 'utf8');
const parts = pagesOfIndex(index);
const { repository: hosted, description } = JSON.parse(
  readFileSync(path.join(repository, 'package.json'), 'utf8'),
);
/** Where files beside the pages can be read; null before `npm run repository -- URL`. */
const host = hosted?.url.replace(/^git\+/, '').replace(/\.git$/, '') ?? null;

export default defineConfig({
  title: 'assetgen',
  description,
  lang: 'en',
  cleanUrls: true,
  outDir: path.join(docs, '.vitepress/dist'),
  cacheDir: path.join(repository, 'node_modules/.cache/vitepress'),
  rewrites: { 'README.md': 'index.md' },
  // Where the site does not stand at the root of its host.
  base: process.env.DOCS_BASE ?? '/',
  markdown: {
    anchor: { slugify: anchorOf },
    config(md) {
      // `{{ … }}` in code is code, and none of Vue's.
      const { code_inline: inline } = md.renderer.rules;
      md.renderer.rules.code_inline = (tokens, at, ...rest) => {
        tokens[at].attrSet('v-pre', '');
        // Messages link to the row of their code.
        const { content } = tokens[at];
        if (/^ASSETGEN_[A-Z_]+$/.test(content) && isFirst(content, rest[1])) {
          tokens[at].attrSet('id', content.toLowerCase());
        }
        return inline(tokens, at, ...rest);
      };
      md.core.ruler.push('links-beyond-the-pages', (state) => rewriteLinks(state, state.env));
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: parts.map(({ text, items }) => ({ text, link: items[0].link })),
    sidebar: parts,
  },
  buildEnd({ outDir }) {
    for (const [name, text] of Object.entries(llmsText(docs, index))) {
      writeFileSync(path.join(outDir, name), text);
    }
  },
});

/** Whether a code of an error is named for the first time on its page. */
function isFirst(code, env) {
  env.codes ??= new Set();
  const isNew = env.path.endsWith('reference/errors.md') && !env.codes.has(code);
  env.codes.add(code);
  return isNew;
}

/** Links to the code are links to the repository; where that has no address, they are plain text. */
function rewriteLinks({ tokens }, { path: page }) {
  for (const { children } of tokens) {
    let isDropped = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const target = beyond(token.attrGet('href') ?? '', page);
        isDropped = target !== null && host === null;
        if (target !== null && !isDropped) token.attrSet('href', `${host}/blob/main/${target}`);
        if (isDropped) becomeHtml(token, '<span>');
      } else if (token.type === 'link_close' && isDropped) {
        becomeHtml(token, '</span>');
        isDropped = false;
      }
    }
  }
}

function becomeHtml(token, html) {
  token.type = 'html_inline';
  token.content = html;
  token.nesting = 0;
}

/** Path in the repository of what is no page of the site; null for a page, a heading and another site. */
function beyond(href, page) {
  if (href.startsWith('#') || /^[a-z]+:/.test(href)) return null;
  const file = path.resolve(path.dirname(page), decodeURI(href.split('#')[0]));
  if (file.startsWith(docs) && file.endsWith('.md')) return null;
  return path.relative(repository, file).split(path.sep).join('/');
}
