import { link } from './link.ts';
import { pageAddress } from './page-address.ts';
import type { Addresses } from './page-address.ts';
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
  const page = pageAddress('reference/errors', error.code.toLowerCase(), addresses);
  const code = paint('red', error.code);
  const linked = page === null ? code : link(code, page, process.stderr);
  const lines = [`${linked} ${error.message}`];
  if (assets !== null) lines.push(`  for ${assets}`);
  if (error.hint !== undefined && error.hint !== null)
    lines.push(`  ${paint('cyan', '→')} ${error.hint}`);
  if (page !== null) lines.push(`  See ${link(page, page, process.stderr)}`);
  const wrapped = lines.flatMap((line, index) =>
    wrapText(line, columns, index === 0 ? '  ' : '    '),
  );
  if (verbose && error.cause instanceof Error)
    wrapped.push(`  caused by: ${error.cause.stack ?? ''}`);
  return wrapped.join('\n');
}
