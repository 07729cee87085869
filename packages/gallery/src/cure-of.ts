import type { Cure, ProblemMessage } from './messages.ts';

/** `hill.webp: expected maxBytes 100, found 1214 bytes` */
const LIMIT =
  /: expected ((?:max|min)[A-Z]\w+) ([\d.]+), found (?:a (?:width|height) of )?([\d.]+)/;

/** What the service refused, or could not make, of these words: the same again ends the same. */
const WORDS: ReadonlySet<string> = new Set([
  'ASSETGEN_MODERATED',
  'ASSETGEN_REJECTED',
  'ASSETGEN_JOB_FAILED',
]);

/** What a person can change about a failure, so that the next try can succeed; null: trying again may. */
export function cureOf({ code, message }: Pick<ProblemMessage, 'code' | 'message'>): Cure | null {
  if (code === 'ASSETGEN_EXPECT') {
    const [, key = '', limit, found] = LIMIT.exec(message) ?? [];
    if (key === '') return null;
    return { type: 'limit', key, limit: Number(limit), found: Number(found) };
  }
  return WORDS.has(code) ? { type: 'words' } : null;
}
