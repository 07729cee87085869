import { expect, it, vi } from 'vitest';
import { confirmation, spendQuestion } from './confirmation.ts';
import type { CommandContext } from './command.ts';

const assets = ['hero', 'props/crate', 'sign', 'levels/forest', 'levels/desert', 'levels/moon'];

it.each([60, 80, 120])('says the total and what the last plan said, at %d columns', (columns) => {
  const known = { assets, points: { min: 120, max: 120 }, planned: 80 };
  const unknown = { assets: ['hero'], points: { min: 20, max: null }, planned: 80 };
  const range = { assets: ['team'], points: { min: 30, max: 90 }, planned: null };
  const texts = [known, unknown, range].map((each) => spendQuestion(each, 'This build', columns));
  expect(texts.join('\n\n')).toMatchSnapshot();
  for (const line of texts.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
});

it('asks a person, and nobody with --yes or without a terminal', async () => {
  const ask = vi.fn(async () => true);
  const context = (more: object) => ({ ask, options: {}, ...more }) as unknown as CommandContext;
  expect(confirmation(context({ ask: null }), 'This build')).toEqual({});
  expect(confirmation(context({ options: { yes: true } }), 'This build')).toEqual({});
  const { confirm } = confirmation(context({}), 'This build');
  const spend = { assets: ['hero'], points: { min: 20, max: 20 }, planned: null };
  expect(await confirm?.(spend)).toBe(true);
  expect(ask).toHaveBeenCalledWith(expect.stringContaining('(hero) for 20 points.'));
});
