import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TOKEN_HEADER } from '../shared/messages.ts';

/** What a request is for: the page itself, something it loads, or a change. */
export type Purpose = 'page' | 'read' | 'change';

/** Names of this machine; an address that a stranger's DNS points here is none of them. */
const LOOPBACK_HOST =
  /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/;

/**
 * Why a request is refused; null where it may pass. Only this machine may ask, by a loopback name
 * (a page whose DNS name was pointed here comes with its own), from our own origin; and what changes
 * or spends needs the token that only our own page can read.
 */
export function refusalOf(
  request: IncomingMessage,
  purpose: Purpose,
  token: string,
): string | null {
  const { headers, method, socket } = request;
  if (!LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')) {
    return 'The gallery answers this machine only.';
  }
  const host = headers.host ?? '';
  if (!LOOPBACK_HOST.test(host)) {
    return 'The gallery answers to loopback names only: open it at http://localhost with the port of the server.';
  }
  if (purpose === 'change' ? method !== 'POST' : method !== 'GET' && method !== 'HEAD') {
    return `${method ?? 'this method'} is not answered here.`;
  }
  if (!isOwnSite(request, purpose)) return 'The request comes from another origin.';
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, host))
    return 'The request comes from another origin.';
  if (purpose !== 'change') return null;
  // A browser sends one with every POST; what is no browser has to say that it means us.
  if (origin === undefined) return 'A change needs an Origin header.';
  return isToken(headers[TOKEN_HEADER], token) ? null : "The page's token is missing or wrong.";
}

/** By what the browser itself says of who asks; a click on a link may open the page. */
function isOwnSite({ headers }: IncomingMessage, purpose: Purpose): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return true;
  if (purpose === 'change') return false;
  // Typed into the address bar, or a bookmark.
  if (site === 'none') return true;
  return (
    purpose === 'page' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}

function isOwnOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function isToken(given: string | string[] | undefined, token: string): boolean {
  if (typeof given !== 'string' || given.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(token));
}
