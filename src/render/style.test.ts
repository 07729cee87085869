import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paint } from './style.ts';

const GREEN = '\u001b[32mready\u001b[39m';

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
});
