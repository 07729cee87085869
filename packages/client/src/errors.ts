/** A stable code of an error, such as `ASSETGEN_BUDGET`. Every code is in `docs/reference/errors.md`. */
export type ErrorCode = `ASSETGEN_${string}`;

export interface AssetgenErrorOptions {
  /** What to do about it: one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * The base of every error that we throw on purpose. The message says what was expected and what
 * was found, the hint what to do; neither ever holds a key or a signed URL.
 */
export class AssetgenError extends Error {
  override readonly name: string = 'AssetgenError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: AssetgenErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** True for our own errors, also across two copies of this package. */
export function isAssetgenError(error: unknown): error is AssetgenError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ASSETGEN_')
  );
}

/**
 * What a terminal, a log or a reader of Markdown would act on instead of showing it: C0 without tab
 * and line break, DEL, C1, marks and overrides of direction, separators of lines, and tags.
 */
const UNPRINTABLE =
  // Not \p{Cc}: with a property of Unicode each start of a plugin takes 0.2 ms for this line alone.
  // eslint-disable-next-line no-control-regex
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Some of what is not in most texts may be unprintable, and nothing else is. */
const UNUSUAL = /[^\n\t -~]/;

/** A line that a CI system would take for a command of its own. */
const COMMAND = /^([^\S\n]*)(::|##\[|##vso\[)/gm;

/**
 * A text as it may be printed. Texts of services, repositories, files and programs can hold what
 * moves a cursor, sets a title, hides a line or turns letters around: each such character is shown
 * as an escape, `\u001b`, which within JSON is the same character. Line breaks and tabs stay.
 *
 * It is called where something is printed, and nowhere else.
 *
 * @example
 * cleanText('moved\u001b[2J') // 'moved\\u001b[2J'
 */
export function cleanText(text: string): string {
  // A plan of thousands of assets is one text: what is quick to look for comes before the patterns.
  const clean = UNUSUAL.test(text)
    ? text.replaceAll('\r\n', '\n').replaceAll(UNPRINTABLE, escape)
    : text;
  const mayCommand = clean.includes('::') || clean.includes('##');
  return mayCommand ? clean.replaceAll(COMMAND, '$1\\$2') : clean;
}

/** By code units, as JSON has them. */
function escape(character: string): string {
  let text = '';
  for (let at = 0; at < character.length; at += 1) {
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return text;
}
