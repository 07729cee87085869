/** Whether a text is a public key, with or without a comment behind it. Loads no crypto. */
export function isPublicKey(text: string): boolean {
  return /^ed25519:[\w-]{43}(?:\s|$)/.test(text);
}
