import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printError } from './error.ts';
import { fileLink, link, showsLinks } from './link.ts';
import { printable, widthOf } from './style.ts';

const TTY = { isTTY: true };

describe('links are shown', () => {
  it.each([
    ['by a terminal that is known to', { VTE_VERSION: '6003' }, true],
    ['by kitty', { TERM: 'xterm-kitty' }, true],
    ['by VS Code', { TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.95.0' }, true],
    ['by Windows Terminal', { WT_SESSION: 'x' }, true],
    ['not by an old iTerm', { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.9' }, false],
    ['not by one that crashed on them', { VTE_VERSION: '5000' }, false],
    ['not by one that nobody knows', { TERM: 'xterm-256color' }, false],
    ['not within tmux', { TERM: 'tmux-256color', VTE_VERSION: '6003' }, false],
    ['not with NO_COLOR', { VTE_VERSION: '6003', NO_COLOR: '1' }, false],
    ['not in CI', { VTE_VERSION: '6003', CI: 'true' }, false],
    ['where CI says no', { VTE_VERSION: '6003', CI: 'False' }, true],
    ['not with FORCE_HYPERLINK=0', { VTE_VERSION: '6003', FORCE_HYPERLINK: '0' }, false],
  ])('%s', (_name, env, expected) => {
    expect(showsLinks(TTY, env)).toBe(expected);
    // A file or a pipe gets none, whatever terminal started the program.
    expect(showsLinks({ isTTY: false }, env)).toBe(false);
  });

  it('anywhere with FORCE_HYPERLINK', () => {
    expect(showsLinks({}, { FORCE_HYPERLINK: '1', NO_COLOR: '1' })).toBe(true);
  });
});

describe('a link', () => {
  beforeEach(() => vi.stubEnv('FORCE_HYPERLINK', '1'));
  afterEach(() => vi.unstubAllEnvs());

  it('opens its address, takes the columns of its text, and is the text alone elsewhere', () => {
    const text = link('docs', 'https://host.example/a b%2Fc');
    expect(printable(text)).toBe(
      '\u001b]8;;https://host.example/a%20b%2Fc\u001b\\docs\u001b]8;;\u001b\\',
    );
    expect(widthOf(text)).toBe(4);
    vi.stubEnv('FORCE_HYPERLINK', '0');
    expect(link('docs', 'https://host.example')).toBe('docs');
  });

  it('to a file holds the whole path, also with spaces and percent signs', () => {
    expect(printable(fileLink('/tmp/my art/50%.glb', 'art'))).toContain(
      ']8;;file:///tmp/my%20art/50%25.glb\u001b\\art',
    );
  });

  it('cannot be ended by what it holds', () => {
    const text = printable(link('name', 'https://host.example/\u001b\\\u0007'));
    expect(text.split('\u001b')).toHaveLength(5);
  });

  it('of an error goes to its place in the documentation, and lines stay within the columns', () => {
    const addresses = {
      homepage: 'https://docs.example',
      repository: { url: 'git+https://host.example/r.git' },
    };
    const error = { code: 'ASSETGEN_BUDGET', message: 'hero needs 20 points; 12 of 100 are left' };
    const text = printError(error, false, null, addresses, 60);
    expect(printable(text)).toContain(
      '\u001b]8;;https://docs.example/reference/errors#assetgen_budget\u001b\\',
    );
    for (const line of text.split('\n').slice(0, -1)) expect(widthOf(line)).toBeLessThanOrEqual(60);
  });
});
