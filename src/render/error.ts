import type { Addresses } from '@assetgen/core/warm';
import { codeLink, seePage } from './see-page.ts';
import { paint } from './style.ts';
import { columnsOf, wrapText } from './wrap.ts';

export interface Printable {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null | undefined;
  readonly cause?: unknown;
}

/**
 * An error as people read it: what happened, what to do, and where to read on. The stack only when asked for.
 *
 * @param assets the names of those that it is told of, where the message does not say them
 * @param addresses by default those of this package
 * @param columns of the terminal that it goes to
 */
export function printError(
  error: Printable,
  verbose: boolean,
  assets: string | null = null,
  addresses?: Addresses,
  columns: number = columnsOf(process.stderr),
): string {
  const lines = [`${codeLink(error.code, 'red', process.stderr, addresses)} ${error.message}`];
  if (assets !== null) lines.push(`  for ${assets}`);
  if (error.hint !== undefined && error.hint !== null)
    lines.push(`  ${paint('cyan', '→')} ${error.hint}`);
  lines.push(...seePage('reference/errors', error.code.toLowerCase(), process.stderr, addresses));
  const wrapped = lines.flatMap((line, index) =>
    wrapText(line, columns, index === 0 ? '  ' : '    '),
  );
  if (verbose && error.cause instanceof Error)
    wrapped.push(`  caused by: ${error.cause.stack ?? ''}`);
  return wrapped.join('\n');
}
