import { expect, it } from 'vitest';
import { terminalPicture } from './terminal-picture.ts';

const PNG = new Uint8Array(9_000).fill(7);
/** What a terminal of kitty puts together again. */
const pieces = (text: string): string =>
  text
    .split('\u001b_G')
    .slice(1)
    .map((part) => part.slice(part.indexOf(';') + 1, part.indexOf('\u001b')))
    .join('');

it('speaks to kitty in pieces of at most 4 kB', () => {
  const text = terminalPicture(PNG, { TERM: 'xterm-kitty' }) ?? '';
  expect(pieces(text)).toBe(Buffer.from(PNG).toString('base64'));
  expect(text.match(/m=1/g)).toHaveLength(2);
  expect(text.match(/m=0/g)).toHaveLength(1);
});

it('speaks to iTerm2 and WezTerm in one', () => {
  const text = terminalPicture(PNG, { TERM_PROGRAM: 'WezTerm' }) ?? '';
  expect(text).toContain('size=9000;height=12');
  expect(text.endsWith(`${Buffer.from(PNG).toString('base64')}\u0007\n`)).toBe(true);
});

it.each([{}, { TERM: 'xterm-256color' }, { TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }])(
  'shows nothing where %j may not know how',
  (env) => {
    expect(terminalPicture(PNG, env)).toBeNull();
  },
);
