import { describe, expect, it } from 'vitest';
import { COMMON_OPTIONS } from './help.ts';
import { joinNegative, splitArguments } from './split-arguments.ts';

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

it('a negative number belongs to the option before it', () => {
  const options = {
    budget: { type: 'string', help: '' },
    open: { type: 'boolean', help: '' },
  } as const;
  expect(joinNegative(['--budget', '-3', '--open', '-3'], options)).toEqual([
    '--budget=-3',
    '--open',
    '-3',
  ]);
  expect(joinNegative(['--budget', '--open', '--budget=-.5'], options)).toEqual([
    '--budget',
    '--open',
    '--budget=-.5',
  ]);
});
