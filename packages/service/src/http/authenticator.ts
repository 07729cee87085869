import { createHash, timingSafeEqual } from 'node:crypto';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Checks `Authorization: Bearer KEY` (section 5); without a key, any that is not empty will do. */
export function authenticator(key: string | undefined): (request: Request) => boolean {
  const expected = key === undefined ? undefined : hash(key);
  return function authenticate(request) {
    const match = /^bearer +(\S+)$/i.exec(request.headers.get('authorization')?.trim() ?? '');
    if (match?.[1] === undefined) return false;
    return expected === undefined || timingSafeEqual(hash(match[1]), expected);
  };
}
