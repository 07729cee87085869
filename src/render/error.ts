import { paint } from './style.ts';

export interface Printable {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null | undefined;
  readonly cause?: unknown;
}

/**
 * An error as people read it: what happened, then what to do. The stack only when asked for.
 *
 * @param assets the names of those that it is told of, where the message does not say them
 */
export function printError(
  error: Printable,
  verbose: boolean,
  assets: string | null = null,
): string {
  const lines = [`${paint('red', error.code)} ${error.message}`];
  if (assets !== null) lines.push(`  for ${assets}`);
  if (error.hint !== undefined && error.hint !== null)
    lines.push(`  ${paint('cyan', '→')} ${error.hint}`);
  if (verbose && error.cause instanceof Error)
    lines.push(`  caused by: ${error.cause.stack ?? ''}`);
  return lines.join('\n');
}
