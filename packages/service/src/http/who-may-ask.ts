import { AssetgenError } from '@assetgen/client';
import type { Handler } from './create-handler.ts';
import { json } from './replies.ts';

/** Names of this machine, as a Host header has them; an address that a stranger's DNS points here is none. */
const LOOPBACK_HOST =
  /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

export interface Openness {
  /** The API key that is accepted; undefined: any. */
  readonly key: string | undefined;
  /** Of signed URLs: its host is one of ours too. */
  readonly origin: string | undefined;
  /** Whether anybody may ask, by any name. */
  readonly open: boolean;
}

/**
 * Who may ask a service that listens. On loopback only this machine can; but a page in its browser
 * could too, by a DNS name of its own that it points here, so the Host header has to be a name of
 * this machine. Beyond loopback the names are not known, and a key takes their place.
 *
 * @throws ASSETGEN_SERVICE_OPTIONS beyond loopback without a key
 */
export function askedByUs(handler: Handler, host: string, openness: Openness): Handler {
  const { key, origin, open } = openness;
  if (open) return handler;
  if (!LOOPBACK_ADDRESS.test(host)) {
    if (key !== undefined) return handler;
    throw new AssetgenError(
      'ASSETGEN_SERVICE_OPTIONS',
      `Invalid option of the local service: "${host}" can be reached by other machines, and there is no "key".`,
      { hint: 'Give a "key", or say "open": true where anybody may ask.' },
    );
  }
  const behind = origin === undefined ? null : new URL(origin).host;
  return async function answerUs(request) {
    const asked = request.headers.get('host') ?? '';
    if (LOOPBACK_HOST.test(asked) || asked === behind) return handler(request);
    const message =
      'This service answers to names of this machine only, such as localhost: see --open.';
    return json({ message, error: 'forbidden' }, 403);
  };
}
