import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

const MANIFEST = `{
  "assets": {
    "hill": { "kind": "image", "prompt": "a hill", "outputs": [{ "format": "webp", "width": 16 }] } // green
  }
}
`;

let root: string;
let project: ProjectTools;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'use-'));
  writeFileSync(file(), MANIFEST);
  project = open();
});
afterEach(() => project.close());

const file = (): string => path.join(root, 'assets.gen.json');
const manifest = (): string => readFileSync(file(), 'utf8');
const open = (): ProjectTools =>
  openProjectTools(
    { root, command: 'build', options: { service: 'local', cache: { dir: '.cache' } } },
    {},
  );
const revisions = async () => (await project.inspect()).revisions('hill');

/** Builds, and gives the digest of the file. */
async function build(): Promise<string> {
  const { report, view } = await project.ensure();
  expect(report.ok).toBe(true);
  return view.files[0]!.sha256;
}

it('history survives a restart, with words, revisions and jobs; each entry is used again for nothing', async () => {
  const first = await build();
  await project.reroll('hill');
  const second = await build();
  writeFileSync(file(), manifest().replace('"a hill"', '"a red hill"'));
  const third = await build();
  expect(new Set([first, second, third]).size).toBe(3);
  await project.close();
  project = open();

  const known = await revisions();
  expect(
    known.map(({ prompt, revision, isHere, jobs }) => [prompt, revision, isHere, jobs.length]),
  ).toEqual([
    ['a red hill', 1, true, 1],
    ['a hill', 1, true, 1],
    ['a hill', 0, true, 1],
  ]);
  for (const { at } of known) expect(at).toMatch(/^\d{4}-/);

  const before = manifest();
  for (const [index, digest] of [
    [2, first],
    [1, second],
    [0, third],
  ] as const) {
    const { change } = await project.use('hill', { recipe: known[index]!.recipe });
    expect(change).not.toBeNull();
    const { report, view } = await project.ensure({ budget: 0 });
    expect(report).toMatchObject({ ok: true, generated: 0 });
    expect(view.files[0]!.sha256).toBe(digest);
    expect((await revisions()).map(({ recipe }) => recipe).sort()).toEqual(
      known.map(({ recipe }) => recipe).sort(),
    );
  }
  expect(manifest()).toBe(before);
});

it('takes one of its variants, and asks for no more than were bought', async () => {
  await project.another('hill');
  await build();
  const [old] = await revisions();
  const more = manifest().replace('a hill', 'a moor').replace('"variants": 2', '"variants": 4');
  writeFileSync(file(), more);
  await project.use('hill', { recipe: old!.recipe, pick: 2 });
  expect(manifest()).toContain('"variants": 2, "pick": 2 } // green');
  const { report } = await project.ensure({ budget: 0 });
  expect(report).toMatchObject({ ok: true, generated: 0 });
  await project.undo();
  expect(manifest()).toBe(more);
});

it('writes nothing where it would cost something, or cannot be what was bought', async () => {
  await build();
  const [old] = await revisions();
  const changed = manifest().replace('a hill', 'a moor');
  writeFileSync(file(), changed);
  const { recipe } = old!;
  await expect(project.use('hill', { recipe: 'f'.repeat(64) })).rejects.toThrow(
    'no purchase ffffffffffff',
  );
  await expect(
    project.use('hill', { recipe, entry: { kind: 'image', prompt: 'x' } }),
  ).rejects.toThrow('cannot be restored');
  await build();
  for (const folder of ['.cache', '.assetgen/journal'])
    rmSync(path.join(root, folder), { recursive: true });
  // The record of purchases has the UUIDs: the bytes are downloaded again.
  expect((await revisions()).map(({ isHere }) => isHere)).toEqual([true, true]);
  rmSync(path.join(root, '.assetgen/purchases.ndjson'));
  const entry = { kind: 'image', prompt: 'a hill' };
  await expect(project.use('hill', { recipe, entry })).rejects.toThrow('would not be free');
  expect(manifest()).toBe(changed);
});
