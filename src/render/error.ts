import { pageAddress } from './page-address.ts';
import type { Addresses } from './page-address.ts';
import { paint } from './style.ts';

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
 */
export function printError(
  error: Printable,
  verbose: boolean,
  assets: string | null = null,
  addresses?: Addresses,
): string {
  const lines = [`${paint('red', error.code)} ${error.message}`];
  if (assets !== null) lines.push(`  for ${assets}`);
  if (error.hint !== undefined && error.hint !== null)
    lines.push(`  ${paint('cyan', '→')} ${error.hint}`);
  const page = pageAddress('reference/errors', error.code.toLowerCase(), addresses);
  if (page !== null) lines.push(`  See ${page}`);
  if (verbose && error.cause instanceof Error)
    lines.push(`  caused by: ${error.cause.stack ?? ''}`);
  return lines.join('\n');
}
