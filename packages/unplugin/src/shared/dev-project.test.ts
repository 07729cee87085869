import { renameSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
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

/** What one waits for until the other opens it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

it.each([
  ['is told', false, ['dragon: refused']],
  ['of what was edited since is not: nothing would take it back', true, []],
])('a failure behind the page %s', async (_what, edits, expected) => {
  const projects = folderProjects({ runs: 0, closed: false }, { draft: true, errors: [REFUSED] });
  const begun = gate();
  const held = gate();
  const open: OpenProject = (options) => {
    const project = projects(options);
    return {
      ...project,
      async ensure(given) {
        if (given?.mode === 'generate') {
          begun.open();
          await held.opened;
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
  await begun.opened;
  if (edits) await manifest('another dragon, of another length');
  held.open();
  await project.close();
  expect(told.map(({ text }) => /dragon: refused/.exec(text)?.[0])).toEqual(expected);
});

it('a failure behind the page is told, and not requested again, while a look reads the files anew', async () => {
  const projects = folderProjects({ runs: 0, closed: false }, { draft: true, errors: [REFUSED] });
  const files = ['assets.gen.json', 'package.json'].map((name) => join(root, name));
  let isReading = false;
  let generations = 0;
  const open: OpenProject = (options) => {
    const project = projects(options);
    return {
      ...project,
      watched: () => (isReading ? [...files, join(root, 'assets.gen.mts')].toReversed() : files),
      async ensure(given) {
        if (given?.mode !== 'generate') return project.ensure(given);
        generations += 1;
        isReading = !isReading;
        return project.ensure(given);
      },
    };
  };
  await manifest('a dragon');
  await writeFile(files[1]!, '{}');
  const project = openDevProject(open, { root, command: 'serve' }, OUTPUT, 0);
  const told = new Promise((resolve) => project.onFailure(resolve));
  await project.ensure();
  await told;
  await project.ensure();
  await project.close();
  expect(generations).toBe(1);
});

it.each([
  ['before it is read for that', true],
  ['while that runs', false],
])('a manifest that was away %s, and is back as it was, is generated', async (_when, before) => {
  const projects = folderProjects({ runs: 0, closed: false }, { draft: true });
  const begun = gate();
  const held = gate();
  const looked = gate();
  const again = gate();
  let generations = 0;
  const open: OpenProject = (options) => {
    const project = projects(options);
    return {
      ...project,
      async ensure(given) {
        if (given?.mode !== 'generate') return project.ensure(given).catch(fail);
        generations += 1;
        if (generations === 2) again.open();
        begun.open();
        await held.opened;
        return project.ensure(given);
      },
    };
  };
  function fail(error: unknown): never {
    looked.open();
    throw error;
  }
  const file = join(root, 'assets.gen.json');
  const move = (from: string, to: string): void => {
    renameSync(from, to);
    project.invalidate();
  };
  await manifest('a dragon');
  const project = openDevProject(open, { root, command: 'serve' }, OUTPUT, 0);
  const told: Failure[] = [];
  project.onFailure((failure) => told.push(failure));
  await project.ensure();
  if (!before) await begun.opened;
  move(file, `${file}.away`);
  held.open();
  await looked.opened;
  await turn();
  move(`${file}.away`, file);
  await project.ensure();
  await again.opened;
  await project.close();
  expect(told).toEqual([]);
  expect(generations).toBe(2);
});
