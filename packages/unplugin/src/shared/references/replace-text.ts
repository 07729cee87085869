import type MagicString from 'magic-string';

/** A text that a hook changed, with its source map. */
export interface TransformedCode {
  readonly code: string;
  readonly map: ReturnType<MagicString['generateMap']>;
}

export interface Replacement {
  /** Offsets in the text; ranges do not overlap and are not empty. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export async function replaceText(
  code: string,
  replacements: readonly Replacement[],
): Promise<TransformedCode> {
  const { default: EditedString } = await import('magic-string');
  const edited = new EditedString(code);
  for (const { start, end, text } of replacements) edited.update(start, end, text);
  return { code: edited.toString(), map: edited.generateMap({ hires: 'boundary' }) };
}
