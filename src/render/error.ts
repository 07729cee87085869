import { paint } from './style.ts';

interface Printable {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null | undefined;
  readonly cause?: unknown;
}

/** An error as people read it: what happened, then what to do. The stack only when asked for. */
export function printError(error: Printable, verbose: boolean): string {
  const lines = [`${paint('red', error.code)} ${error.message}`];
  if (error.hint !== undefined && error.hint !== null)
    lines.push(`  ${paint('cyan', '→')} ${error.hint}`);
  if (verbose && error.cause instanceof Error)
    lines.push(`  caused by: ${error.cause.stack ?? ''}`);
  return lines.join('\n');
}
