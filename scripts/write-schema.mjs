// npm run schema [-- --check]: the JSON Schemas of manifest and config, which editors read, from the
// schemas that check them. With --check nothing is written, and a stale file is an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { builtModule } from './built-module.mjs';

const { configSchema } = await builtModule('packages/core/src/config/config-schema.ts');
const { manifestSchema } = await builtModule(
  'packages/core/src/manifest/schema/manifest-schema.ts',
);

/** Unit: characters, beside what stands before. */
const LINE = 140;
const isCheck = process.argv.includes('--check');

write('assets.gen.schema.json', 'Manifest of assetgen', manifestSchema());
write('assetgen.config.schema.json', 'Config of assetgen', configSchema());

function write(name, title, valibotSchema) {
  const file = fileURLToPath(new URL(`../packages/core/${name}`, import.meta.url));
  // What JSON Schema cannot say (a string of more than blanks) is checked where it is read.
  const schema = toJsonSchema(valibotSchema, { errorMode: 'ignore', target: 'draft-07' });
  const { $schema, ...rest } = schema;
  const text = `${print({ $schema, title, ...tidy(rest) })}\n`;
  if (!isCheck) {
    writeFileSync(file, text);
  } else if (readOr(file, '') !== text) {
    console.error(`packages/core/${name} is stale: npm run build && npm run schema`);
    process.exitCode = 1;
  }
}

/** As JSON with two spaces, but with what fits into a line in one: half as long, and no harder to read. */
function print(value, indent = '') {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length <= LINE) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => print(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${print(each, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((each) => inner + each).join(',\n')}\n${indent}${close}`;
}

/** Leaves out what says nothing: an empty `required`, a maximum that no number passes. */
function tidy(value) {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'required' && Array.isArray(inner) && inner.length === 0))
      .filter(([key, inner]) => !(key === 'maximum' && inner === Number.MAX_SAFE_INTEGER))
      .map(([key, inner]) => [key, tidy(inner)]),
  );
}

function readOr(path, fallback) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}
