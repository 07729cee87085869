// npm run docs [-- --check]: the reference pages of docs/ from what they describe. With --check
// nothing is written, and a stale page is an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandsPage } from './reference/commands.mjs';
import { configPage } from './reference/config.mjs';
import { deviationsPage } from './reference/deviations.mjs';
import { manifestPage } from './reference/manifest.mjs';
import { builtModule } from './built-module.mjs';
import { formatText } from './format-text.mjs';

const { COMMANDS } = await builtModule('src/commands/index.ts');
const { COMMON_OPTIONS } = await builtModule('src/help.ts');

const { DEVIATION_GROUPS, DEVIATION_OUTCOMES } = await builtModule(
  'packages/service/src/deviations/deviations.ts',
);

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const schema = (name) => JSON.parse(readFileSync(file(`packages/core/${name}`), 'utf8'));

const commands = Object.fromEntries(
  await Promise.all(
    Object.entries(COMMANDS).map(async ([name, entry]) => [name, await entry.load()]),
  ),
);

const pages = {
  'docs/reference/manifest.md': manifestPage(schema('assets.gen.schema.json')),
  'docs/reference/config.md': configPage(
    readFileSync(file('docs/reference/config.md'), 'utf8'),
    schema('assetgen.config.schema.json'),
  ),
  'docs/reference/commands.md': commandsPage(commands, COMMON_OPTIONS),
  'test/deviations/README.md': deviationsPage(DEVIATION_GROUPS, DEVIATION_OUTCOMES),
};

for (const [path, text] of Object.entries(pages)) {
  const formatted = await formatText(path, text);
  if (!process.argv.includes('--check')) writeFileSync(file(path), formatted);
  else if (readOr(file(path), '') !== formatted) {
    console.error(`${path} is stale: npm run build && npm run docs`);
    process.exitCode = 1;
  }
}

function readOr(path, fallback) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}
