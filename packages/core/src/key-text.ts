/** Keys as texts of one line: what a config, an environment variable and a terminal hold. */

const PUBLIC = 'ed25519:';
const SECRET = 'ed25519-secret:';

/** Whether a text is a public key, with or without a comment behind it. Loads no crypto. */
export function isPublicKey(text: string): boolean {
  return rawPublicKey(text) !== null;
}

/** The 32 bytes of a public key; null where the text is none. */
export function rawPublicKey(text: string): Buffer | null {
  return rawKey(text, PUBLIC);
}

/** The 32 bytes of a private key; null where the text is none. */
export function rawSecretKey(text: string): Buffer | null {
  return rawKey(text, SECRET);
}

/** @param comment what stands behind the key for people */
export function printPublicKey(raw: Uint8Array, comment = ''): string {
  return print(PUBLIC, raw, comment);
}

/** @param comment what stands behind the key for people */
export function printSecretKey(raw: Uint8Array, comment = ''): string {
  return print(SECRET, raw, comment);
}

/** What stands behind a key; an empty text where nothing does. */
export function commentOf(text: string): string {
  return text.trim().split(/\s+/).slice(1).join(' ');
}

function rawKey(text: string, prefix: string): Buffer | null {
  const [key = ''] = text.trim().split(/\s+/);
  if (!key.startsWith(prefix) || !/^[\w-]{43}$/.test(key.slice(prefix.length))) return null;
  return Buffer.from(key.slice(prefix.length), 'base64url');
}

function print(prefix: string, raw: Uint8Array, comment: string): string {
  const key = `${prefix}${Buffer.from(raw).toString('base64url')}`;
  return comment === '' ? key : `${key} ${comment}`;
}
