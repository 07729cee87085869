/**
 * JSON, with integers too long for a number as their decimal text: the ID of a paid job may be one
 * (64 bits), and rounded it names no job.
 *
 * @throws {SyntaxError} it is no JSON
 */
export function parseJson(source: string): unknown {
  const parsed: unknown = JSON.parse(source);
  return LONG.test(source) ? JSON.parse(source.replaceAll(TOKEN, quoteLong)) : parsed;
}

const LONG = /\d{16}/;

/** A string or a number of valid JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

function quoteLong(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
