import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenProject, ReportedError } from '@assetgen/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { openDevProject } from './dev-project.ts';
import type { Failure } from './failure.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-dev-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const REFUSED: ReportedError = {
  code: 'ASSETGEN_REJECTED',
  asset: 'dragon',
  message: 'dragon: refused',
  hint: null,
};
const OUTPUT = { info: () => undefined, warn: () => undefined };

const manifest = (text: string): Promise<void> =>
  writeFile(join(root, 'assets.gen.json'), JSON.stringify({ 'dragon.glb': { text } }));

it.each([
  ['is told', false, ['dragon: refused']],
  ['of what was edited since is not: nothing would take it back', true, []],
])('a failure behind the page %s', async (_what, edits, expected) => {
  const projects = folderProjects({ runs: 0, closed: false }, { draft: true, errors: [REFUSED] });
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const open: OpenProject = (options) => {
    const project = projects(options);
    return {
      ...project,
      async ensure(given) {
        if (given?.mode === 'generate') {
          begin();
          await held;
        }
        return project.ensure(given);
      },
    };
  };
  await manifest('a dragon');
  const project = openDevProject(open, { root, command: 'serve' }, OUTPUT, 0);
  const told: Failure[] = [];
  project.onFailure((failure) => told.push(failure));
  await project.ensure();
  await begun;
  if (edits) await manifest('another dragon, of another length');
  release();
  await project.close();
  expect(told.map(({ text }) => /dragon: refused/.exec(text)?.[0])).toEqual(expected);
});
