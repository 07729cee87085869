import { describe, expect, it } from 'vitest';
import { COMMON_OPTIONS } from './help.ts';
import { joinValues, splitArguments } from './split-arguments.ts';

const split = (line: string) => splitArguments(line.split(' ').filter(Boolean), COMMON_OPTIONS);

describe('the command of a line', () => {
  it.each([
    ['build --root app --json', 'build', '--root app --json'],
    ['--root app build --json', 'build', '--root app --json'],
    ['--root=app --json build', 'build', '--root=app --json'],
    ['--json pick hero 2', 'pick', '--json hero 2'],
    ['--root build plan', 'plan', '--root build'],
    ['--help', null, '--help'],
    ['-h build', 'build', '-h'],
    ['', null, ''],
    ['--root', null, '--root'],
  ])('%s', (line, name, rest) => {
    expect(split(line)).toMatchObject({ name, rest: rest.split(' ').filter(Boolean) });
  });
});

it('tells the options before the name', () => {
  expect(split('--root app --only x build --json')).toMatchObject({
    name: 'x',
    before: ['--root', '--only'],
  });
});

describe('values beside their options', () => {
  const options = {
    budget: { type: 'string', help: '' },
    open: { type: 'boolean', help: '' },
    only: { type: 'string', multiple: true, help: '' },
  } as const;

  it.each([
    ['--budget -3 --open -3', '--budget=-3 --open -3'],
    ['--budget --open --budget=-.5', '--budget --open --budget=-.5'],
    ['--only a', '--only a'],
    ['--only a b/* c --open d', '--only a --only=b/* --only=c --open d'],
    ['--only=a b --only c d', '--only=a --only=b --only c --only=d'],
    ['--only a -y b', '--only a -y b'],
    ['--only a --budget 3 b', '--only a --budget 3 b'],
    ['--only --open b', '--only --open b'],
    ['--only a -- b', '--only a -- b'],
    ['a --only b', 'a --only b'],
  ])('%s', (line, joined) => {
    expect(joinValues(line.split(' '), options, false).join(' ')).toBe(joined);
  });

  it('a command that takes words keeps them', () => {
    expect(joinValues(['--only', 'a', 'b'], options, true)).toEqual(['--only', 'a', 'b']);
  });
});
