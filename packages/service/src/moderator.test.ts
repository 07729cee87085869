import { expect, test } from 'vitest';
import { moderator, MODERATION_WORDS } from './moderator.ts';

const moderate = moderator({ 3: ['wicked', 'c++'], 4: ['very bad'] });

test.each([
  ['a wicked stone', 3],
  ['A WICKED stone!', 3],
  ['ｗｉｃｋｅｄ', 3],
  ['some c++ here', 3],
  ['very-bad', 4],
  ['wicked and very   bad', 4],
  ['wickedness', undefined],
  ['unwicked', undefined],
  ['every bad one', undefined],
  ['', undefined],
])('%s', (prompt, limitType) => {
  expect(moderate(prompt)?.limitType).toBe(limitType);
});

test('an empty list rejects nothing', () => {
  expect(moderator({})('wicked')).toBeUndefined();
});

test('the default list leaves games their swords', () => {
  const byDefault = moderator(MODERATION_WORDS);
  expect(byDefault('a bloody sword, a skeleton warrior, an essex village')).toBeUndefined();
  expect(byDefault('nsfw')?.limitType).toBe(3);
});
