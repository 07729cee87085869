// The table of docs/frameworks.md, from vitest's report of test/frameworks.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const BEGIN = '<!-- frameworks: written by npm run test:frameworks -- --latest -->';
const END = '<!-- /frameworks -->';
const COLUMNS = ['build', 'dev', 'SSR', 'types', 'object imports', 'HMR', 'frozen'];
/** Why a framework has no cell of a column. */
const WITHOUT = {
  SSR: 'no server renders',
};

/**
 * @param {object} report of vitest's JSON reporter
 * @param {string} folder with the projects that were tested
 * @returns {{ name: string, version: string, cells: Record<string, string> }[]}
 */
export function rowsOf(report, folder) {
  const names = readdirSync(folder).filter((name) =>
    existsSync(join(folder, name, 'package.json')),
  );
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return names.map((name) => {
    const own = tests.filter(({ ancestorTitles: [title = ''] }) => isOf(title, name));
    const cells = COLUMNS.map((column) => [column, cellOf(own, column)]);
    return { name, ...versionOf(join(folder, name)), cells: Object.fromEntries(cells) };
  });
}

/** Is a group of tests this project's? `astro, with the …`, `astro's dev server`. */
function isOf(title, name) {
  return title.startsWith(`${name}, `) || title.startsWith(`${name}'s `);
}

function cellOf(tests, column) {
  const own = tests.filter(({ title }) => title.startsWith(`${column}: `));
  const ran = own.filter(({ status }) => status === 'passed' || status === 'failed');
  if (tests.length === 0) return 'not run';
  if (ran.length === 0) return WITHOUT[column] ?? '–';
  if (ran.some(({ status }) => status === 'failed')) return '**fails**';
  const note = ran.map(({ meta }) => meta?.note).find((each) => each !== undefined);
  return note === undefined ? 'yes' : `yes, ${note}`;
}

/** The framework that a project is of is the first of its package.json that is named in `assetgen.framework`. */
function versionOf(folder) {
  const { framework } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const names = [framework].flat();
  const found = names.map((each) => {
    const file = join(folder, 'node_modules', each, 'package.json');
    if (!existsSync(file)) return `${each}: not installed`;
    return `${each} ${JSON.parse(readFileSync(file, 'utf8')).version}`;
  });
  return { version: found.join(', ') };
}

/**
 * @param {string} page the text of docs/frameworks.md
 * @param {ReturnType<typeof rowsOf>} rows
 * @returns {string}
 */
export function tableOf(page, rows) {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < 0) throw new Error(`docs/frameworks.md has no "${BEGIN}" … "${END}"`);
  const lines = [
    `| | version | ${COLUMNS.join(' | ')} |`,
    `| --- | --- | ${COLUMNS.map(() => '---').join(' | ')} |`,
    ...rows.map(({ name, version, cells }) => {
      return `| ${name} | ${version} | ${COLUMNS.map((column) => cells[column]).join(' | ')} |`;
    }),
  ];
  return `${page.slice(0, from)}${BEGIN}\n\n${lines.join('\n')}\n\n${page.slice(to)}`;
}
