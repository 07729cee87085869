// docs/benchmarks.md with its plots, from the results of one whole run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { plot } from './plot.mjs';
import { printNumber, shareOf } from './share.mjs';

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
    'Written by `npm run bench -- --write`. Every number is measured on one machine; where a peer is',
    'named, it ran on the same inputs in the same run, in turns. Take the ratios from here, and the',
    'numbers from your own machine: `npm run bench`, or `-- --only NAME` for one.',
    '',
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${gigabytes} GB, ${platform()}, Node ${process.versions.node}.`,
    '',
    `${rows.length} measured, ${missed.length} missed. A bar that ends before the dashed line keeps its limit.`,
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
  const page = join(docs, 'benchmarks.md');
  const options = { ...(await resolveConfig(page)), parser: 'markdown' };
  writeFileSync(page, await format(lines.join('\n'), options));
}

function section(name, rows) {
  return [
    `## ${name}`,
    '',
    `\`npm run bench -- --only ${name}\``,
    '',
    `![${name}: each result against its limit](benchmarks/${name}.svg)`,
    '',
    '| what | value | target | against | share of it | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const sign = row.better === 'lower' ? '≤' : '≥';
      const target = `${sign} ${printNumber(row.target, row.unit)}`;
      const cells = [row.name, printNumber(row.value, row.unit), target, row.peer ?? 'a limit'];
      return `| ${[...cells, shareOf(row).toFixed(2), row.ok ? 'ok' : 'missed'].join(' | ')} |`;
    }),
    '',
  ];
}
