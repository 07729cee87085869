import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

const MANIFEST = `{
  // Mine.
  "assets": {
    "hill": { "kind": "image", "prompt": "a hill", "outputs": [{ "format": "webp", "width": 16 }] }, // green
    "card": {
      "kind": "image",
      "prompt": "a card",
      "references": [{ "asset": "hill" /* the green one */ }],
      "outputs": [{ "format": "png", "width": 16 }]
    }
  }
}
`;

let root: string;
let project: ProjectTools;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rename-'));
  writeFileSync(at('assets.gen.json'), MANIFEST);
  project = openProjectTools(
    { root, command: 'build', options: { service: 'local', cache: { dir: '.cache' } } },
    {},
  );
});
afterEach(() => project.close());

const at = (file: string): string => path.join(root, file);
const read = (file: string): string => readFileSync(at(file), 'utf8');
const lock = () => JSON.parse(read('assets.gen.lock.json')) as { assets: Record<string, unknown> };

it('lock, files, decisions and history follow a rename, and nothing is bought; undo brings all back', async () => {
  const built = await project.ensure();
  expect(built.report).toMatchObject({ ok: true, generated: 2 });
  await project.review(['hill'], { state: 'approved' });
  const [before, locked, reviews] = [
    read('assets.gen.json'),
    read('assets.gen.lock.json'),
    read('assets.gen.reviews.jsonl'),
  ];
  const picture = readFileSync(at('.assetgen/files/hill.16w.webp'));

  const renamed = await project.rename('hill', 'land/hill');
  expect(renamed).toMatchObject({
    asset: 'land/hill',
    from: 'hill',
    files: ['assets.gen.json', 'assets.gen.reviews.jsonl'],
  });
  expect(read('assets.gen.json')).toBe(before.replaceAll('"hill"', '"land/hill"'));
  expect(Object.keys(lock().assets)).toEqual(['card', 'land/hill']);
  expect(readFileSync(at('.assetgen/files/land/hill.16w.webp'))).toEqual(picture);
  expect(existsSync(at('.assetgen/files/hill.16w.webp'))).toBe(false);

  // On a machine that has no cache, and may buy nothing.
  rmSync(at('.cache'), { recursive: true });
  const frozen = await project.ensure({ mode: 'frozen' });
  expect(frozen.report).toMatchObject({ ok: true, generated: 0, downloaded: 0 });
  expect(frozen.view.files.map(({ name }) => name)).toEqual(['card.16w.png', 'land/hill.16w.webp']);
  const inspection = await project.inspect();
  expect(inspection.plan.assets.map(({ action }) => action)).toEqual(['none', 'none']);
  expect(inspection.reviews.get('land/hill')).toMatchObject({ state: 'approved', isCurrent: true });

  // What was bought by the old name stands in the history of the new one.
  await project.edit('land/hill', 'a red hill', 'a hill');
  const history = await (await project.inspect()).revisions('land/hill');
  expect(history.map(({ prompt, source }) => [prompt, source])).toEqual([['a hill', 'lock']]);
  await project.undo();

  await project.undo();
  expect(read('assets.gen.json')).toBe(before);
  expect(read('assets.gen.lock.json')).toBe(locked);
  expect(read('assets.gen.reviews.jsonl')).toBe(reviews);
  expect(readFileSync(at('.assetgen/files/hill.16w.webp'))).toEqual(picture);
  await project.undo({ type: 'redo' });
  expect(Object.keys(lock().assets)).toEqual(['card', 'land/hill']);
});

it('a rename is taken back though the asset was changed since, and keeps that change', async () => {
  const { change } = await project.rename('hill', 'mountain');
  await project.reroll('mountain');
  await project.undo({ type: 'undo', id: change! });
  expect(read('assets.gen.json')).toBe(
    MANIFEST.replace('"width": 16 }] }, // green', '"width": 16 }], "revision": 1 }, // green'),
  );
});

it('a rename to a name that is taken, or is none, changes nothing', async () => {
  await expect(project.rename('hill', 'card')).rejects.toThrow('the asset "card" exists already');
  await expect(project.rename('hill', '../hill')).rejects.toMatchObject({
    code: 'ASSETGEN_MANIFEST',
  });
  await expect(project.rename('hil', 'moon')).rejects.toThrow('no asset "hil"');
  expect(read('assets.gen.json')).toBe(MANIFEST);
  expect(await project.changes()).toEqual([]);
});
