import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paint as painted, printable } from './style.ts';

const GREEN = '\u001b[32mready\u001b[39m';

/** As it is printed. */
const paint = (...given: Parameters<typeof painted>): string => printable(painted(...given));

describe('a painted text', () => {
  beforeEach(() => {
    vi.stubEnv('NO_COLOR', undefined);
    vi.stubEnv('FORCE_COLOR', undefined);
    vi.stubEnv('TERM', 'xterm');
  });
  afterEach(() => vi.unstubAllEnvs());

  it('has colours by the stream that it goes to, whatever the other one is', () => {
    expect(paint('green', 'ready', { isTTY: true })).toBe(GREEN);
    expect(paint('green', 'ready', { isTTY: false })).toBe('ready');
    expect(paint('green', 'ready', {})).toBe('ready');
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('has none with %j', (env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    expect(paint('green', 'ready', { isTTY: true })).toBe('ready');
  });

  it('has them in a pipe where FORCE_COLOR says so', () => {
    vi.stubEnv('FORCE_COLOR', '1');
    expect(paint('green', 'ready', { isTTY: false })).toBe(GREEN);
  });

  it('is ours alone: what somebody else paints, or writes over, is shown as what it is', () => {
    vi.stubEnv('FORCE_COLOR', '1');
    const foreign = '\u001b[2J\u001b[31mfree\u009b0m\u202e';
    expect(printable(`${painted('green', foreign)} ${foreign}`)).toBe(
      '\u001b[32m\\u001b[2J\\u001b[31mfree\\u009b0m\\u202e\u001b[39m \\u001b[2J\\u001b[31mfree\\u009b0m\\u202e',
    );
  });
});
