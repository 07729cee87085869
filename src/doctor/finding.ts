import type { AssetgenError } from '@assetgen/client/errors';

/** One thing that `doctor` looked at. */
export interface Finding {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do; null where nothing has to be done. */
  readonly hint: string | null;
  /** Of the error that it is; it decides the exit code. */
  readonly code?: string;
}

export function good(name: string, found: string): Finding {
  return { name, level: 'ok', found, hint: null };
}

export function warn(name: string, found: string, hint: string): Finding {
  return { name, level: 'warn', found, hint };
}

export function fail(name: string, found: string, hint: string): Finding {
  return { name, level: 'fail', found, hint };
}

/** An error as a finding. */
export function failed(name: string, { code, message, hint = '' }: AssetgenError): Finding {
  return { name, level: 'fail', found: message, hint, code };
}

/** The reason of an error, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}
