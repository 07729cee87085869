import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { blocksOf } from './blocks.ts';

const blocks = blocksOf('json', 'jsonc').filter((block) => !block.note.startsWith('skip'));

describe('every manifest and every config of the pages is accepted', () => {
  const read = blocks.map((block) => ({
    ...block,
    name: `${block.file}:${block.line}`,
    // A page may show one asset alone: it is a part of an object then.
    value: parse(block.code.startsWith('"') ? `{${block.code}}` : block.code, [], {
      allowTrailingComma: true,
    }) as Record<string, unknown>,
  }));

  for (const { name, code } of read.filter((each) => 'assets' in each.value)) {
    test(`${name}, a manifest`, async () => {
      const root = await createProject(code);
      const { stderr } = await runCommand(root, ['types']);
      // An input image of the block is not there; that the words are right is what is asked.
      expect(stderr.split('\n').filter((line) => /assets\.gen\.json:\d+/.test(line))).toEqual([]);
    });
  }

  const configs = read.filter(
    ({ value, note }) => note === 'config' || 'service' in value || 'cache' in value,
  );
  for (const { name, value } of configs) {
    test(`${name}, a config`, async () => {
      const root = await createProject({ assets: {} }, value);
      expect(await runCommand(root, ['types'])).toMatchObject({ code: 0 });
    });
  }

  test('there are some', () => {
    expect(read.filter((each) => 'assets' in each.value).length).toBeGreaterThan(2);
  });
});
