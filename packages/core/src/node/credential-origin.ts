import type { ResolvedRemote, ResolvedTier } from '../config/resolve-remote.ts';
import { isThisMachine } from '../config/is-loopback.ts';
import type { Origin } from '../config/trust.ts';
import { originOf } from '../config/trust.ts';
import { s3Place } from '../store/remote/s3-requests.ts';

/**
 * Where a tier would send credentials that the repository did not write down itself, or should not
 * have; null where it sends none, or to nobody that its config could choose.
 *
 * @param tier one that the project's config names
 */
export function credentialOrigin(
  { engine, url }: ResolvedTier,
  { aws }: ResolvedRemote,
): Origin | null {
  const parsed = new URL(url);
  switch (engine) {
    case 's3': {
      if (aws.accessKeyId === null || aws.secretAccessKey === null) return null;
      const { start, isNamed } = s3Place(url, aws);
      return isNamed ? null : originOf(start);
    }
    case 'postgres':
      // Where a URL has no password, the driver takes one of PGPASSWORD or of this user's .pgpass.
      return postgresOrigin(parsed);
    case 'redis':
    case 'http':
      return hasPassword(parsed) ? originOf(url) : null;
  }
}

function hasPassword({ username, password, searchParams }: URL): boolean {
  return username !== '' || password !== '' || searchParams.has('password');
}

/** In a URL of Postgres a parameter names the host too, and wins; a path is a socket of this machine. */
function postgresOrigin(url: URL): Origin | null {
  const hosts = [...url.searchParams.getAll('host'), ...url.searchParams.getAll('hostaddr')];
  const host = hosts.find((each) => each !== '' && !isLocal(each)) ?? null;
  if (host !== null) return originOf(`postgres://${host}`) ?? `postgres://${host}`;
  return url.hostname === '' || /^%2f/i.test(url.hostname) ? null : originOf(url.href);
}

const isLocal = (host: string): boolean => host.startsWith('/') || isThisMachine(host);
