import { AssetgenError } from '@assetgen/client/errors';

const REASONS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  EADDRINUSE: ['is taken', 'Choose another with --port, or 0 for any free port.'],
  EACCES: ['is reserved for the system', 'Choose one above 1023 with --port.'],
  EADDRNOTAVAIL: ['is not on this machine', 'Choose an address of this machine with --host.'],
  ENOTFOUND: ['is not known', 'Choose an address of this machine with --host.'],
};

/** What is wrong with an address that a server cannot listen on; other errors as they are. */
export function listenError(error: unknown, port: number, host = '127.0.0.1'): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  if (reason === undefined) return error;
  const [what, hint] = reason;
  const subject = code === 'EADDRINUSE' || code === 'EACCES' ? `port ${port}` : `the host ${host}`;
  return new AssetgenError('ASSETGEN_USAGE', `${subject} ${what}`, { hint, cause: error });
}
