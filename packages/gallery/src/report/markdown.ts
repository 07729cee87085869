import { cleanText } from '@assetgen/client/errors';
import { pointsText } from '@assetgen/core/warm';
import type { Card, Report } from './types.ts';
import { printFacts, printReview, printGroups, summaryLine } from './words.ts';

/** A comment of a pull request holds 65,536 characters. */
const MOST = 60_000;

/** A table for a comment. Pictures stay out: a comment cannot hold them. */
export function markdownReport(report: Report): string {
  const { title, since, cards } = report;
  const groups = printGroups(report);
  const head = [
    `### Generated assets of ${inline(title)}`,
    '',
    `${inline(summaryLine(report))}.`,
    '',
    ...groups.map((line) => `- ${inline(line)}`),
    ...(groups.length === 0 ? [] : ['']),
  ];
  if (cards.length === 0) return cleanText(head.join('\n'));
  const columns =
    since === null
      ? ['Asset', 'Kind', 'State', 'Points', 'Is', 'Prompt']
      : ['Asset', 'Change', 'Points', 'Was', 'Is', 'Prompt'];
  const lines = [...head, row(columns), row(columns.map(() => '---'))];
  let length = lines.join('\n').length;
  let left = cards.length;
  for (const card of cards) {
    const line = row(since === null ? plainCells(card, report) : changedCells(card, report));
    if (length + line.length > MOST) break;
    lines.push(line);
    length += line.length + 1;
    left -= 1;
  }
  if (left > 0) lines.push('', `… and ${left} more.`);
  return cleanText(`${lines.join('\n')}\n`);
}

function plainCells(
  { name, kind, state, standIn, points, now, prompt, review }: Card,
  { free }: Report,
): string[] {
  return [
    code(name),
    kind,
    [
      state ?? '',
      ...(standIn ? ['stand-in'] : []),
      ...(review === null ? [] : [inline(printReview(review))]),
    ]
      .filter(Boolean)
      .join(', '),
    paid(points, free),
    now === null ? '' : printFacts(now),
    short(prompt),
  ];
}

function changedCells(
  { name, change, points, now, before, prompt }: Card,
  { free }: Report,
): string[] {
  const facts = [before, now].map((side) => (side === null ? '' : printFacts(side)));
  return [code(name), change ?? '', paid(points, free), ...facts, short(prompt)];
}

/** Its column is headed "Points". */
function paid(points: number | null, free: boolean): string {
  if (points === 0) return '';
  return free || points === null ? pointsText(points, free) : String(points);
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
