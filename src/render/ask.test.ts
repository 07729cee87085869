import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askAtTerminal, isSomebodyThere } from './ask.ts';

/** Asks, and has `typed` typed once the question is there; null: the input ends. */
async function answer(typed: string | null, signal = new AbortController().signal) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked = askAtTerminal('Continue? (y/N) ', signal, input, output);
  output.once('data', () => {
    if (typed === null) input.end();
    else input.write(typed);
  });
  return asked;
}

describe('a question about money', () => {
  it.each([
    ['y\n', true],
    ['Yes\r\n', true],
    ['\n', false],
    ['n\n', false],
    ['yeah?\n', false],
    [null, false],
  ])('takes %j for %s', async (typed, expected) => {
    expect(await answer(typed)).toBe(expected);
  });

  it('ends with a Ctrl-C', async () => {
    const controller = new AbortController();
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.once('data', () => controller.abort());
    expect(await askAtTerminal('Continue? ', controller.signal, input, output)).toBe(false);
  });

  it.each([
    [true, true, {}, true],
    [false, true, {}, false],
    [true, false, {}, false],
    [true, true, { CI: 'true' }, false],
    [true, true, { CI: '0' }, true],
    [true, true, { CI: 'False' }, true],
  ])('is asked with a terminal in %s and out %s, %j: %s', (input, output, env, expected) => {
    const streams = { stdin: { isTTY: input }, stderr: { isTTY: output } };
    expect(isSomebodyThere(streams, env)).toBe(expected);
  });
});
