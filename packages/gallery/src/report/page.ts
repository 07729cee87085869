import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cleanText } from '@assetgen/client/errors';
import { STYLE } from './page-style.ts';
import type { Card, Report, Side } from './types.ts';
import { printFacts, printGroups, printPaid, printReview, summaryLine } from './words.ts';

/**
 * One page that needs nothing besides itself: pictures are data URLs, there is no script, and its
 * own policy lets it load nothing.
 */
export async function pageReport(report: Report): Promise<string> {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const { title, since, cards } = report;
  const shown: string[] = [];
  for (const each of cards) shown.push(await card(each, report));
  const name = since === null ? title : `${title} since ${since.revision}`;
  return cleanText(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escape(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
<p>${escape(summaryLine(report))}</p>${printGroups(report)
    .map((line) => `\n<p>${escape(line)}</p>`)
    .join('')}
${since === null ? '' : `<p class="quiet">compared with commit ${escape(since.commit.slice(0, 12))}</p>\n`}</header>
<main>
${cards.length === 0 ? `<p>${since === null ? 'No manifest has an asset yet.' : 'No asset changed.'}</p>` : shown.join('\n')}
</main>
</body>
</html>
`);
}

async function card(each: Card, { free }: Report): Promise<string> {
  const { name, kind, state, standIn, change, prompt, review, reason } = each;
  const { points, now, before } = each;
  const marks = [
    mark(kind, 'kind'),
    ...(change === null ? [] : [mark(change, change)]),
    ...(state === null || state === 'ready' ? [] : [mark(state, state)]),
    ...(standIn ? [mark('stand-in', 'draft')] : []),
    ...(now?.draft === true ? [mark('draft', 'draft')] : []),
  ];
  const shown =
    change === null
      ? [await side(now, null, name)]
      : [await side(before, 'before', name), await side(now, 'now', name)];
  const facts = now === null ? '' : printFacts(now);
  const paid = printPaid(points, free);
  return `<article${change === null ? '' : ' class="pair"'}>
<div class="sides">${shown.join('')}</div>
<h2>${breakable(name)}</h2>
<p class="marks">${marks.join(' ')}</p>
${review === null ? '' : `<p class="review ${review.isCurrent ? review.state : ''}">${escape(printReview(review))}</p>\n`}${prompt === '' ? '' : `<p class="prompt">${escape(prompt)}</p>\n`}${reason === '' ? '' : `<p class="reason">${escape(reason)}</p>\n`}<p class="facts">${[
    facts,
    paid,
  ]
    .filter((text) => text !== '')
    .map(escape)
    .join(' · ')}</p>
</article>`;
}

async function side(
  given: Side | null,
  label: 'before' | 'now' | null,
  name: string,
): Promise<string> {
  const webp = given?.picture?.webp ?? null;
  const caption = label === null ? '' : `<figcaption>${label}</figcaption>`;
  const alt = label === null ? name : `${name}, ${label}`;
  const none =
    given === null ? (label === 'now' ? 'removed' : 'nothing yet') : 'not on this machine';
  const shown =
    webp === null
      ? `<span class="none">${none}</span>`
      : `<img alt="${escape(alt)}" loading="lazy" src="data:image/webp;base64,${(typeof webp === 'string' ? await readFile(webp) : Buffer.from(webp)).toString('base64')}">`;
  return `<figure>${shown}${caption}</figure>`;
}

function mark(text: string, kind: string): string {
  return `<span class="mark ${kind}">${escape(text)}</span>`;
}

/** A path may break after its slashes. */
function breakable(name: string): string {
  return name.split('/').map(escape).join('/<wbr>');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
