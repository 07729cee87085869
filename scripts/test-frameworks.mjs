// npm run test:frameworks: installs the small projects of test/frameworks with our packed tarballs, and tests them.
// With `-- --latest [NAME …]` each in its newest releases, and their rows of the table of docs/guides/frameworks.md are written;
// rows of others stay as they are. `--in DIR` keeps what is installed in DIR, and takes what is there already.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatText } from './format-text.mjs';
import { rowsOf, tableOf } from './frameworks-table.mjs';
import { frameworkNames } from './framework-names.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { latest: { type: 'boolean', default: false }, in: { type: 'string' } },
});
const script = join(root, 'scripts/install-frameworks.mjs');

if (!values.latest) {
  run([script]);
  process.exit(run(vitest('test/frameworks')));
}

const folder =
  values.in === undefined ? mkdtempSync(join(tmpdir(), 'frameworks-')) : resolve(values.in);
const report = join(folder, 'report.json');
const names = positionals.length > 0 ? positionals : frameworkNames();
const missing = names.filter((name) => !existsSync(join(folder, name, 'node_modules/@assetgen')));
// What does not install is a row of the table that says so.
if (missing.length > 0) run([script, '--latest', folder, ...missing]);
const status = run(
  [
    ...vitest('test/frameworks/frameworks.test.ts'),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ],
  { ASSETGEN_FRAMEWORKS: folder, ASSETGEN_FRAMEWORKS_ONLY: names.join(' ') },
);
const page = join(root, 'docs/guides/frameworks.md');
const rows = rowsOf(JSON.parse(readFileSync(report, 'utf8')), folder, names);
writeFileSync(page, await formatText(page, tableOf(readFileSync(page, 'utf8'), rows)));
if (values.in === undefined) rmSync(folder, { recursive: true, force: true });
process.exitCode = status;

function vitest(files) {
  return [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', files];
}

function run(args, env = {}) {
  const { status: code } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return code ?? 1;
}
