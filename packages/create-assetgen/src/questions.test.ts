import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { CreateError } from './create-error.ts';
import type { Questions } from './questions.ts';
import { terminalQuestions } from './questions.ts';

const ASKED: readonly (readonly [string, (ask: Questions) => Promise<unknown>])[] = [
  ['a choice', (ask) => ask.select('Which?', [{ value: 'a', label: 'A' }], 'a')],
  ['a text', (ask) => ask.text('Where?', 'here')],
  ['a yes or no', (ask) => ask.confirm('Now?', true)],
];

const LEFT = ASKED.flatMap(([name, ask]) => [
  [name, 'Ctrl-C', '\u0003', ask] as const,
  [name, 'Ctrl-D', '\u0004', ask] as const,
]);

it.each(LEFT)('%s ends with %s', async (_name, _keys, typed, ask) => {
  const input = new PassThrough();
  const answer = ask(terminalQuestions(input, new PassThrough().resume()));
  setImmediate(() => input.write(typed));
  const error: unknown = await answer.catch((each: unknown) => each);
  expect(error).toBeInstanceOf(CreateError);
  expect(error).toMatchObject({ code: 'ASSETGEN_INTERRUPTED', message: 'stopped at a question' });
});

it.each(ASKED)('%s has an answer with Enter', async (_name, ask) => {
  const input = new PassThrough();
  const answer = ask(terminalQuestions(input, new PassThrough().resume()));
  setImmediate(() => input.write('\r'));
  expect(['a', 'here', true]).toContain(await answer);
});
