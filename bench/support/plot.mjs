// A plot of one benchmark: a bar for each result, as long as the share of its limit that it uses.
import { printNumber, shareOf } from './share.mjs';

const ROW = 26;
const LEAST_LABEL = 330;
/** Of the font below, more than most letters take. */
const LETTER = 7.2;
const BAR = 320;
const TOLD = 230;
/** A bar that passes its limit by much more than this is cut. */
const MOST = 1.5;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .small { font-size: 12px; fill: #57606a; }
  .ok { fill: #2f8f5b; } .miss { fill: #c93c37; } .limit { stroke: #57606a; stroke-dasharray: 3 3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9198a1; } .limit { stroke: #9198a1; }
    .ok { fill: #3fb27f; } .miss { fill: #f0655f; }
  }`;

/**
 * @param {string} title
 * @param {readonly object[]} rows results, as `report` tells them
 * @returns {string} an SVG that reads in light and dark
 */
export function plot(title, rows) {
  const height = 48 + rows.length * ROW;
  const longest = Math.max(0, ...rows.map((row) => row.name.length));
  const label = Math.max(LEAST_LABEL, Math.ceil(longest * LETTER) + 20);
  const width = label + BAR + TOLD;
  const limit = label + BAR / MOST;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">`,
    `<style>${STYLE}\n</style>`,
    `<text class="small" x="${limit + 6}" y="16">limit</text>`,
    `<line class="limit" x1="${limit}" x2="${limit}" y1="6" y2="${height - 12}"/>`,
    ...rows.map((row, index) => bar(row, label, 30 + index * ROW)),
    '</svg>',
    '',
  ].join('\n');
}

function bar(row, label, y) {
  const share = Math.min(shareOf(row), MOST);
  const length = Math.max(2, (BAR * share) / MOST);
  const told = `${printNumber(row.value, row.unit)} (${row.better === 'lower' ? '≤' : '≥'} ${printNumber(row.target, row.unit)})`;
  return [
    `<text x="${label - 10}" y="${y + 13}" text-anchor="end">${escape(row.name)}</text>`,
    `<rect class="${row.ok ? 'ok' : 'miss'}" x="${label}" y="${y}" width="${length.toFixed(1)}" height="16" rx="2"/>`,
    `<text class="small" x="${label + BAR + 8}" y="${y + 13}">${escape(told)}</text>`,
  ].join('');
}

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
