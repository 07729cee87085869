/** The words of a text, so that a long list is written as one. */
export function wordList(text: string): string[] {
  return text.trim().split(/\s+/);
}
