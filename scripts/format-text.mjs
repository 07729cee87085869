// What scripts write is formatted as `npm run format` would.
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const { ignorePatterns: _, ...STYLE } = JSON.parse(
  readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'),
);

/** @param name a file's name or path, which says the language */
export async function formatText(name, text) {
  const { code, errors } = await format(name, text, STYLE);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return code;
}
