import { AuthError } from '../service-errors.ts';

/**
 * Refuses a key that cannot be sent, before anything is.
 * @param name the operation that was asked for
 * @throws {AuthError} the key is empty, or holds what a header cannot carry
 */
export function checkKey(name: string, key: string): void {
  if (key === '') {
    throw new AuthError(`${name}: no API key`, { operation: name, outcome: 'not-sent' });
  }
  const characters = [...key];
  const at = characters.findIndex((character) => !/^[\x20-\x7e]$/.test(character));
  if (at === -1) return;
  const code = characters[at]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  throw new AuthError(
    `${name}: the API key holds a character that no HTTP header can carry (U+${code}, number ${at + 1})`,
    {
      operation: name,
      outcome: 'not-sent',
      hint: 'Copy the key again, without typographic quotes and dashes.',
    },
  );
}
