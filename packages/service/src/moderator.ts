import type { ModerationWords } from './service-options.ts';

/** Refused when nothing else is configured. Short: a game may have swords and blood. */
export const MODERATION_WORDS: Required<ModerationWords> = {
  3: ['nsfw', 'nude', 'nudity', 'porn', 'pornographic', 'hentai', 'sexual', 'sex'],
  4: ['nazi', 'swastika', 'terrorist', 'child abuse', 'self harm', 'suicide'],
};

export interface Rejection {
  readonly limitType: 3 | 4;
  readonly message: string;
}

const MESSAGES = {
  3: 'The prompt was rejected by content moderation.',
  4: 'The prompt was rejected by content moderation: prohibited content.',
} as const;

/** Compiled once; the answer never repeats the word. */
export function moderator(words: ModerationWords): (prompt: string) => Rejection | undefined {
  const rules = ([4, 3] as const).flatMap((limitType) => {
    const list = words[limitType] ?? [];
    return list.length === 0 ? [] : [{ limitType, pattern: wholeWords(list) }];
  });
  return function moderate(prompt) {
    const text = normalised(prompt);
    const rule = rules.find(({ pattern }) => pattern.test(text));
    return rule && { limitType: rule.limitType, message: MESSAGES[rule.limitType] };
  };
}

const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

function wholeWords(words: readonly string[]): RegExp {
  const any = words.map((word) => normalised(word).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any.join('|')})(?![\\p{L}\\p{N}])`, 'u');
}
