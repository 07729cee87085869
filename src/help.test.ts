import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/index.ts';
import { commandHelp, mainHelp } from './help.ts';

describe.each([60, 80])('help within %d columns', (columns) => {
  const tooWide = (text: string): string[] =>
    text.split('\n').filter((line) => line.length > columns);

  it('of all commands', () => {
    const help = mainHelp('10.10.10', columns);
    expect(tooWide(help)).toEqual([]);
    expect(help).toContain('-v, --version');
    for (const name of Object.keys(COMMANDS)) expect(help).toContain(`\n  ${name} `);
  });

  it.each(Object.keys(COMMANDS))('of %s', async (name) => {
    const command = await COMMANDS[name]!.load();
    expect(tooWide(commandHelp(name, command, columns))).toEqual([]);
  });
});
