import { cleanText } from '@assetgen/client/errors';
import type { Card, Picture, Report, Side } from './types.ts';
import { printFacts, printPaid, printReview, printGroups, summaryLine } from './words.ts';

/** A comment of a pull request holds 65,536 characters. */
const MOST = 60_000;

/** Failing assets that are named before the table. */
const MOST_FAILING = 20;
/** Unit: pixels. */
const PICTURE_WIDTH = 160;

export interface MarkdownOptions {
  /** The address of a picture; null: there are no pictures. A comment cannot hold them itself. */
  readonly pictureUrl: ((picture: Picture) => string) | null;
  /** The address of an asset's page; null: names are no links. */
  readonly assetUrl: ((name: string) => string) | null;
}

const PLAIN: MarkdownOptions = { pictureUrl: null, assetUrl: null };

/** A table for a comment: what fails, then each asset with its pictures. */
export function markdownReport(report: Report, options: MarkdownOptions = PLAIN): string {
  const { title, since, cards, free } = report;
  const points = free ? [] : ['Points'];
  const groups = printGroups(report);
  const head = [
    `### Generated assets of ${inline(title)}`,
    '',
    `${inline(summaryLine(report))}.`,
    '',
    ...failingLines(report, options),
    ...groups.map((line) => `- ${inline(line)}`),
    ...(groups.length === 0 ? [] : ['']),
  ];
  if (cards.length === 0) return cleanText(head.join('\n'));
  const isPictured = options.pictureUrl !== null;
  const columns =
    since === null
      ? [...(isPictured ? ['Picture'] : []), 'Asset', 'Kind', 'State', ...points, 'Is', 'Prompt']
      : ['Asset', 'Change', ...points, 'Was', 'Is', 'Prompt'];
  const lines = [...head, row(columns), row(columns.map(() => '---'))];
  let length = lines.join('\n').length;
  let left = cards.length;
  for (const card of cards) {
    const cells = since === null ? plainCells : changedCells;
    const line = row(cells(card, report, options));
    if (length + line.length > MOST) break;
    lines.push(line);
    length += line.length + 1;
    left -= 1;
  }
  if (left > 0) lines.push('', `… and ${left} more.`);
  return cleanText(`${lines.join('\n')}\n`);
}

function failingLines({ failing, cards }: Report, options: MarkdownOptions): string[] {
  if (failing.length === 0) return [];
  // A copy that compares has pages of what changed alone.
  const isThere = new Set(cards.map(({ name }) => name));
  const lines = failing
    .slice(0, MOST_FAILING)
    .map(
      ({ name, reason }) =>
        `- ${isThere.has(name) ? named(name, options) : code(name)}: ${short(reason)}`,
    );
  const rest = failing.length - lines.length;
  return [
    `**Failing: ${failing.length}**`,
    '',
    ...lines,
    ...(rest === 0 ? [] : [`- … and ${rest} more`]),
    '',
  ];
}

function plainCells(card: Card, report: Report, options: MarkdownOptions): string[] {
  const { name, kind, state, standIn, now, review } = card;
  return [
    ...(options.pictureUrl === null ? [] : [image(now, name, options)]),
    named(name, options),
    kind,
    [
      state ?? '',
      ...(standIn ? ['stand-in'] : []),
      ...(review === null ? [] : [inline(printReview(review))]),
    ]
      .filter(Boolean)
      .join(', '),
    ...paid(card, report),
    now === null ? '' : printFacts(now),
    words(card),
  ];
}

function changedCells(card: Card, report: Report, options: MarkdownOptions): string[] {
  const { name, change, state, now, before } = card;
  const sides = (['before', 'now'] as const).map((which) => {
    const side = which === 'before' ? before : now;
    const facts = side === null ? '' : printFacts(side);
    return [image(side, `${name}, ${which}`, options), facts].filter(Boolean).join('<br>');
  });
  const isOpen = state !== null && state !== 'ready';
  const told = [change ?? '', ...(isOpen ? [state] : [])].join(', ');
  const shown = change === 'removed' ? code(name) : named(name, options);
  return [shown, told, ...paid(card, report), ...sides, words(card)];
}

function image(side: Side | null, alt: string, { pictureUrl }: MarkdownOptions): string {
  if (side === null || side.picture === null || pictureUrl === null) return '';
  return `<img src="${attribute(pictureUrl(side.picture))}" alt="${attribute(alt)}" width="${PICTURE_WIDTH}">`;
}

/** Of an address that may be anything; a bar would end the cell of the table. */
function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('|', '%7C');
}

/** The prompt, and the words of before where they were others. */
function words({ prompt, promptBefore }: Card): string {
  return [short(prompt), ...(promptBefore === null ? [] : [`was: ${short(promptBefore)}`])]
    .filter(Boolean)
    .join('<br>');
}

function named(name: string, { assetUrl }: MarkdownOptions): string {
  return assetUrl === null ? code(name) : `[${code(name)}](<${assetUrl(name)}>)`;
}

/** Its column is headed "Points"; of the embedded service there is none. */
function paid({ points }: Card, { free }: Report): string[] {
  if (free) return [];
  return [points.untold === 0 && points.known > 0 ? String(points.known) : printPaid(points, free)];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Names hold nothing that Markdown would read. */
function code(name: string): string {
  return `\`${name}\``;
}

const PROMPT = 140;

function short(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, ' ').trim();
  return inline(line.length > PROMPT ? `${line.slice(0, PROMPT - 1)}…` : line);
}

/** A prompt is text: no markup, mention or link of it is one. Invisible spaces break the last two. */
function inline(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll(/@|#(?=\d)|:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200B');
}
