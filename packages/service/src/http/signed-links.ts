import { createHmac, timingSafeEqual } from 'node:crypto';

export type LinkCheck = 'valid' | 'expired' | 'forged';

/** Makes and checks download URLs that carry their own signature (section 5). */
export interface Links {
  /** `path` begins with `/files/`. */
  sign(origin: string, path: string): string;
  check(url: URL): LinkCheck;
}

export function signedLinks(options: {
  readonly secret: Uint8Array;
  /** Unit: seconds. */
  readonly seconds: number;
  readonly now: () => number;
}): Links {
  const { secret, seconds, now } = options;
  const signature = (path: string, expires: string): string =>
    createHmac('sha256', secret).update(`${path}\n${expires}`).digest('base64url');
  return {
    sign(origin, path) {
      const expires = String(Math.ceil(now() / 1000) + seconds);
      return `${origin}${path}?expires=${expires}&signature=${signature(path, expires)}`;
    },
    check(url) {
      const expires = url.searchParams.get('expires') ?? '';
      const given = Buffer.from(url.searchParams.get('signature') ?? '');
      const wanted = Buffer.from(signature(url.pathname, expires));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'forged';
      return Number(expires) * 1000 > now() ? 'valid' : 'expired';
    },
  };
}
