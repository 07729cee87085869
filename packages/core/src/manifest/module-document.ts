import type { JsonDocument } from './parse-document.ts';
import type { JsonPath } from './print-path.ts';
import { parseDocument } from './parse-document.ts';
import type { Position } from './manifest.ts';

/**
 * The document of a manifest that is a module: its values are those that it exports, its positions
 * are where its text names the keys, as well as a text can be searched.
 */
export function moduleDocument(file: string, text: string, value: unknown): JsonDocument {
  const whereKey = (path: JsonPath): Position => positionOf(file, text, path);
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    return failed(file, `expected plain data: ${error instanceof Error ? error.message : ''}`);
  }
  if (json === undefined) {
    return failed(file, 'expected a default export with "assets", found none');
  }
  const { value: plain, problems } = parseDocument(file, json);
  const whereAsset = (name: string): Position => whereKey(['assets', name]);
  return { file, value: plain, problems, where: whereKey, whereKey, whereAsset };
}

function failed(file: string, message: string): JsonDocument {
  const position = { file, line: 1, column: 1 };
  const where = (): Position => position;
  const problems = [{ position, path: '', message }];
  return { file, value: undefined, problems, where, whereKey: where, whereAsset: where };
}

/** Finds the keys of a path one after the other; those that are made by code are not found. */
function positionOf(file: string, text: string, path: JsonPath): Position {
  let offset = 0;
  for (const part of path) {
    if (typeof part === 'number') continue;
    const key = part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    const found = new RegExp(`(?<![\\w$])(?:${key}|'${key}'|"${key}")\\s*:`).exec(
      text.slice(offset),
    );
    if (found === null) break;
    offset += found.index;
  }
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { file, line, column: offset - before.lastIndexOf('\n') };
}
