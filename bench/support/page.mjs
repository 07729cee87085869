// docs/background/benchmarks.md with its plots, and the measured part of docs/background/comparison.md, from the results of
// one whole run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import besideOthers from './beside-others.json' with { type: 'json' };
import { formatText } from '../../scripts/format-text.mjs';
import { plot } from './plot.mjs';
import { printNumber, shareOf } from './share.mjs';
import { whyMissed } from './why-missed.mjs';

/**
 * Writes the page and a plot for each benchmark.
 *
 * @param {string} docs folder of the pages
 * @param {readonly object[]} rows results of all benchmarks, in their order
 */
export async function writePage(docs, rows) {
  const names = [...new Set(rows.map((row) => row.bench))];
  const missed = rows.filter((row) => !row.ok);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const lines = [
    '# Benchmarks',
    '',
    '`npm run bench -- --write` writes this page. All numbers are from one machine. A named peer ran on the',
    'same inputs in the same run, in turns. The ratios hold for other machines too; for numbers of your own',
    'machine, run `npm run bench`, or `npm run bench -- --only NAME` for one.',
    '',
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${coresUsed()} cores, ${gigabytes} GB, ${platform()}, Node ${process.versions.node}.`,
    '',
    `${rows.length} measured, ${missed.length} missed. A bar that ends before the dashed line is within its limit.`,
    '',
    ...names.flatMap((name) =>
      section(
        name,
        rows.filter((row) => row.bench === name),
      ),
    ),
  ];
  const plots = join(docs, 'benchmarks');
  mkdirSync(plots, { recursive: true });
  for (const name of names) {
    const svg = plot(
      name,
      rows.filter((row) => row.bench === name),
    );
    writeFileSync(join(plots, `${name}.svg`), svg);
  }
  const pages = join(docs, 'background');
  mkdirSync(pages, { recursive: true });
  await writeMarkdown(join(pages, 'benchmarks.md'), lines.join('\n'));
  const comparison = join(pages, 'comparison.md');
  if (!existsSync(comparison)) return;
  const figures = FIGURES.flatMap(({ bench, name }) =>
    rows.filter((row) => row.bench === bench && row.name === name),
  );
  writeFileSync(join(plots, 'figures.svg'), plot('Five figures', figures));
  const page = readFileSync(comparison, 'utf8');
  const led = replaceBetween(page, FIGURES_BEGIN, FIGURES_END, figuresTable(figures));
  await writeMarkdown(comparison, replaceBetween(led, BEGIN, END, comparedWith(rows)));
}

/** A page with other lines between two comments; where it has none, as it was. */
function replaceBetween(page, begin, end, lines) {
  const [before, rest] = page.split(begin);
  if (rest === undefined) return page;
  return before + [begin, '', ...lines, '', rest.slice(rest.indexOf(end))].join('\n');
}

const FIGURES_BEGIN = '<!-- Five figures: written by `npm run bench -- --write`. -->';
const FIGURES_END = '<!-- End of the figures. -->';
/** What a user asks first, and the result that answers it. */
const FIGURES = [
  {
    asks: 'One answer of the service is lost, and the build runs again: creates charged for ten images',
    bench: 'mishaps',
    name: 'ten images, a lost answer: charged without asking',
  },
  {
    asks: 'A second machine builds from git: creates charged again',
    bench: 'mishaps',
    name: 'ten images, a fresh clone: charged again',
  },
  {
    asks: 'A build with nothing to do',
    bench: 'warm',
    name: 'warm build, × a bare start',
  },
  {
    asks: '1,000 files in a build by Vite',
    bench: 'bundlers',
    name: 'vite, 1000 x 100 KB: time',
  },
  {
    asks: 'Eight photographs to WebP',
    bench: 'images',
    name: '8 photographs to webp',
  },
];

function figuresTable(figures) {
  return [
    '| | assetgen | allowed | against |',
    '| --- | --- | --- | --- |',
    ...figures.map((row) => {
      const { asks } = FIGURES.find(({ name }) => name === row.name);
      const [value, target] = [row.value, row.target].map((each) => printNumber(each, row.unit));
      return `| ${asks} | ${value} | ≤ ${target} | ${row.peer} |`;
    }),
    '',
    '![Five figures: each result against its peer](../benchmarks/figures.svg)',
  ];
}

const BEGIN = '<!-- Measured: written by `npm run bench -- --write`. -->';
const END = '<!-- End of what was measured. -->';

/** Benchmarks beside other tools, or beside the bare work; the others are beside a smaller one of ours. */
const BESIDE_OTHERS = new Set(besideOthers);

function comparedWith(rows) {
  const compared = rows.filter((row) => row.peer !== undefined && BESIDE_OTHERS.has(row.bench));
  if (compared.length === 0) return ['Nothing is on record yet.'];
  return [
    '| benchmark | result | against | assetgen | target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...compared.map((row) => {
      const sign = row.better === 'lower' ? '≤' : '≥';
      const [value, target] = [row.value, row.target].map((each) => printNumber(each, row.unit));
      const cells = [row.bench, row.name, row.peer, value, `${sign} ${target}`];
      return `| ${[...cells, row.ok ? 'ok' : 'missed'].join(' | ')} |`;
    }),
  ];
}

async function writeMarkdown(file, text) {
  writeFileSync(file, await formatText(file, text));
}

function section(name, rows) {
  return [
    `## ${name}`,
    '',
    `\`npm run bench -- --only ${name}\``,
    '',
    `![${name}: each result against its limit](../benchmarks/${name}.svg)`,
    '',
    '| result | value | target | against | share of target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const sign = row.better === 'lower' ? '≤' : '≥';
      const target = `${sign} ${printNumber(row.target, row.unit)}`;
      const cells = [row.name, printNumber(row.value, row.unit), target, row.peer ?? 'a limit'];
      return `| ${[...cells, shareOf(row).toFixed(2), row.ok ? 'ok' : 'missed'].join(' | ')} |`;
    }),
    '',
    ...reasons(rows.filter((row) => !row.ok)),
  ];
}

/** Why results missed, each reason once. */
function reasons(missed) {
  const byReason = new Map();
  for (const row of missed) {
    const why = whyMissed(row);
    byReason.set(why, [...(byReason.get(why) ?? []), row]);
  }
  const lines = [...byReason].map(
    ([why, rows]) => `- ${rows.map(({ name }) => name).join('; ')}: ${why}.`,
  );
  return lines.length === 0 ? [] : ['Missed:', '', ...lines, ''];
}

/** A run may have been held to some of the machine's cores, as by `taskset -c 0,1`. */
function coresUsed() {
  const [used, all] = [availableParallelism(), cpus().length];
  return used === all ? String(all) : `${used} of ${all}`;
}
