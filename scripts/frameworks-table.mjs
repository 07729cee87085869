// The table of docs/guides/frameworks.md, from vitest's report of test/frameworks.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameworkOf } from './framework-names.mjs';

const BEGIN = '<!-- frameworks: written by npm run test:frameworks -- --latest -->';
const END = '<!-- /frameworks -->';
/** A group of tests of one framework; vitest quotes its name. */
const TITLE = /^'?(.*?)'?(?:, with the packed tarballs|'s dev server)$/;
const COLUMNS = ['build', 'dev', 'SSR', 'types', 'object imports', 'HMR', 'frozen'];

/**
 * @param {object} report of vitest's JSON reporter
 * @param {string} folder with the projects that were tested
 * @param {readonly string[]} names of their folders
 * @returns {{ name: string, version: string, cells: Record<string, string> }[]}
 */
export function rowsOf(report, folder, names) {
  const groups = new Map(names.map((name) => [name, []]));
  const folders = new Map(names.map((name) => [name, name]));
  for (const test of report.testResults.flatMap((file) => file.assertionResults)) {
    const [, name] = TITLE.exec(test.ancestorTitles[0] ?? '') ?? [];
    if (name === undefined) continue;
    groups.set(name, [...(groups.get(name) ?? []), test]);
    if (!folders.has(name)) folders.set(name, name.split(/[ ,/]/)[0]);
  }
  return [...groups].map(([name, tests]) => ({
    name,
    version: versionOf(join(folder, folders.get(name))),
    cells: Object.fromEntries(COLUMNS.map((column) => [column, cellOf(tests, column)])),
  }));
}

function cellOf(tests, column) {
  const own = tests.filter(({ title }) => title.startsWith(`${column}: `));
  const ran = own.filter(({ status }) => status === 'passed' || status === 'failed');
  if (tests.length === 0) return 'not run';
  // Why it has none, as the title of the test that was skipped says.
  const why = own.map(({ title }) => /\((.+)\)$/.exec(title)?.[1]).find(Boolean);
  if (ran.length === 0 && why !== undefined) return why;
  // Those of a group whose set-up failed are skipped too.
  if (ran.length === 0 || ran.some(({ status }) => status === 'failed')) return '**fails**';
  const note = ran.map(({ meta }) => meta?.note).find((each) => each !== undefined);
  return note === undefined ? 'yes' : `yes, ${note}`;
}

function versionOf(folder) {
  const found = frameworkOf(folder).map((each) => {
    const file = join(folder, 'node_modules', each, 'package.json');
    if (!existsSync(file)) return `${each}: not installed`;
    return `${each} ${JSON.parse(readFileSync(file, 'utf8')).version}`;
  });
  return found.join(', ');
}

/**
 * @param {string} page the text of docs/guides/frameworks.md
 * @param {ReturnType<typeof rowsOf>} rows those of others in the page stay
 * @returns {string}
 */
export function tableOf(page, rows) {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < 0) throw new Error(`docs/guides/frameworks.md has no "${BEGIN}" … "${END}"`);
  const lines = new Map(
    page
      .slice(from, to)
      .split('\n')
      .map((line) => [line.split('|')[1]?.trim() ?? '', line.trim()])
      .filter(([name]) => name !== '' && !/^-+$/.test(name)),
  );
  for (const { name, version, cells } of rows) {
    const row = [name, version, ...COLUMNS.map((column) => cells[column])];
    lines.set(name, `| ${row.join(' | ')} |`);
  }
  const table = [
    `| | version | ${COLUMNS.join(' | ')} |`,
    `| --- | --- | ${COLUMNS.map(() => '---').join(' | ')} |`,
    ...[...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line),
  ];
  return `${page.slice(0, from)}${BEGIN}\n\n${table.join('\n')}\n\n${page.slice(to)}`;
}
