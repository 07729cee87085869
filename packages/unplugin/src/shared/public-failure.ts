import type { ServerResponse } from 'node:http';
import { failureOf } from './failure.ts';
import type { Session } from './session.ts';

/**
 * Why the public output that `url` asks for has no file; null where it has one, or is none.
 *
 * @param base the path below which the server serves: it ends in `/`
 */
export function publicFailureAt(session: Session, base: string, url = '/'): Error | null {
  const path = url.replace(/[?#].*$/, '');
  if (!path.startsWith(base)) return null;
  try {
    return session.publicFailure(decodeURI(path.slice(base.length)));
  } catch {
    // Not a URL of ours.
    return null;
  }
}

export function answerFailure(response: ServerResponse, error: Error): void {
  response.statusCode = 500;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${failureOf(error).text}\n`);
}
