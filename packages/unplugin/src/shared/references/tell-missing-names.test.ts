import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createNameCheck } from './tell-missing-names.ts';

it('tells each name that a model lacks once, of the file that uses it', () => {
  const root = mkdtempSync(join(tmpdir(), 'names-'));
  const told: string[] = [];
  const output = { info: () => undefined, warn: (line: string) => void told.push(line) };
  const note = createNameCheck(root, output, () => '@gen');
  const main = join(root, 'main.js');
  writeFileSync(main, "import { load } from '@gen/dragon?three'; (await load()).nodes.Wing_R;");
  // Before the types are there nothing is known.
  note(main, 'dragon~three');
  writeFileSync(
    join(root, 'assets.gen.d.ts'),
    'declare module "@gen/dragon?three" {\n  type Nodes = "Wing_L";\n  type Materials = never;\n  type Animations = never;\n}\n',
  );
  note(main, 'dragon.glb');
  note(undefined, 'dragon~three');
  note('\0virtual', 'dragon~three');
  expect(told).toEqual([]);
  note(main, 'dragon~three');
  note(`${main}?v=1`, 'dragon~three');
  note(main, 'dragon~three');
  const line = '@gen/dragon?three has no node "Wing_R": did you mean "Wing_L"?';
  expect(told).toEqual([`${main}: ${line}`]);
});
