import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkPlugNPlay } from './plug-n-play.ts';

let root: string;
let app: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'pnp-'));
  app = path.join(root, 'packages', 'app');
  mkdirSync(app, { recursive: true });
});

const failure = (file: string) => [
  {
    level: 'fail',
    name: 'packages',
    hint: `Write \`nodeLinker: node-modules\` into ${file} and run \`yarn install\`.`,
  },
];

test("Yarn's Plug'n'Play fails with the setting to write; other installs have no line", () => {
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  expect(checkPlugNPlay(root, { node: '22.12.0' }, {})).toEqual([]);
  expect(checkPlugNPlay(root, { node: '22.12.0', pnp: '3' }, {})).toMatchObject(
    failure('.yarnrc.yml'),
  );
});

test('a command that runs outside it sees it in the files of the project, from a workspace too', () => {
  writeFileSync(path.join(root, 'yarn.lock'), '__metadata:\n  version: 8\n');
  expect(checkPlugNPlay(root, {}, {})).toMatchObject(failure('.yarnrc.yml'));
  expect(checkPlugNPlay(app, {}, {})).toMatchObject(failure('../../.yarnrc.yml'));
  expect(checkPlugNPlay(app, {}, { YARN_NODE_LINKER: 'node-modules' })).toEqual([]);
  writeFileSync(path.join(root, '.yarnrc.yml'), 'nodeLinker: node-modules\n');
  expect(checkPlugNPlay(app, {}, {})).toEqual([]);
});
