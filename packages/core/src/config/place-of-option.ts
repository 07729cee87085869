import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from '../manifest/parse-document.ts';
import type { JsonPath } from '../manifest/print-path.ts';

/**
 * Where an option stands in its config: `/app/assetgen.config.json:3:5`. The file alone where the option stands in
 * another one, or in a form that tells no places: a script, YAML.
 */
export function placeOfOption(file: string, option: JsonPath): string {
  if (!/\.json$|rc$/.test(file)) return file;
  const { value, problems, whereKey } = parseDocument(file, readFileSync(file, 'utf8'));
  const above = path.basename(file) === 'package.json' ? ['assetgen'] : [];
  const options = above.length === 0 ? value : Object(value).assetgen;
  const [key] = option;
  if (problems.length > 0 || key === undefined || !Object.hasOwn(Object(options), key)) return file;
  const { line, column } = whereKey([...above, ...option]);
  return `${file}:${line}:${column}`;
}
