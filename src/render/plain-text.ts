/** Text of a service in one line, without characters that change what a terminal shows. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, ' ').trim();
}
