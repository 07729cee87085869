// npm run schema [-- --check]: the JSON Schema of the manifest, which editors read, from the schema
// that the parser uses. With --check nothing is written, and a stale file is an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { manifestSchema } from '../packages/core/dist/manifest/manifest-schema.js';

const file = fileURLToPath(new URL('../packages/core/assets.gen.schema.json', import.meta.url));

// What JSON Schema cannot say (a string of more than blanks) the parser checks.
const schema = toJsonSchema(manifestSchema(), { errorMode: 'ignore', target: 'draft-07' });
const { $schema, ...rest } = schema;
const text = `${JSON.stringify({ $schema, title: 'Manifest of assetgen', ...tidy(rest) }, null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readOr(file, '') !== text) {
  console.error('packages/core/assets.gen.schema.json is stale: npm run build && npm run schema');
  process.exitCode = 1;
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
