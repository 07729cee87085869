import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pagesOfIndex } from './pages-of-index.mjs';

/**
 * `llms.txt`, a list of all pages with what each is for, and `llms-full.txt`, the pages themselves
 * (https://llmstxt.org).
 *
 * @param {string} docs folder of the pages
 * @param {string} index text of docs/README.md
 * @returns {Readonly<Record<string, string>>} texts by file name
 */
export function llmsText(docs, index) {
  const parts = pagesOfIndex(index);
  const list = parts.flatMap(({ text, items }) => [
    `## ${text}`,
    '',
    ...items.map((each) => `- [${each.text}](${each.link}): ${each.about}`),
    '',
  ]);
  const summary =
    '> Declare 3D models, images and videos as prompts in assets.gen.json. The build makes each once, pays for it once, ' +
    'and hands it to Vite, webpack, Next and others as an import. A free, offline service is part of the package.';
  const pages = parts
    .flatMap(({ items }) => items)
    .map(({ link }) => withoutNotes(readFileSync(path.join(docs, `${link}.md`), 'utf8')));
  return {
    'llms.txt': ['# assetgen', '', summary, '', ...list].join('\n'),
    'llms-full.txt': `${pages.join('\n\n---\n\n')}\n`,
  };
}

/** Comments are for the tests of the pages. */
function withoutNotes(text) {
  return text.replaceAll(/^ *<!--.*?-->\n+/gm, '').trim();
}
