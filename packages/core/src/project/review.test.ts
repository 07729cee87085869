import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from '@assetgen/render/sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

const MANIFEST = `{
  "assets": {
    "a": { "kind": "image", "source": "a.png", "outputs": ["webp"] },
    "b": { "kind": "image", "source": "a.png", "outputs": ["png", "webp"] },
    "c": { "kind": "image", "prompt": "a hill" }, // two words
    "d": { "kind": "image", "prompt": "a lake" }
  }
}
`;

let root: string;
let project: ProjectTools;
beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'review-'));
  writeFileSync(file('assets.gen.json'), MANIFEST);
  await draw('red');
  const options = { service: 'local', cache: { dir: '.cache' } } as const;
  project = openProjectTools({ root, command: 'build', options }, {});
});
afterEach(() => project.close());

const file = (name: string): string => path.join(root, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');
const draw = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toFile(file('a.png'));
const problems = async () =>
  (await project.check({ approved: true })).problems
    .filter(({ code }) => code === 'ASSETGEN_NOT_APPROVED')
    .map(({ message }) => message.replace(/^\S+ /, '').replace(/by .* on [\d-]+/, 'by N on D'));

it('what was approved is approved for as long as its files are the same', async () => {
  await project.ensure({ only: ['a', 'b'] });
  const { change } = await project.review(['a', 'b'], { state: 'approved' });
  const lines = read('assets.gen.reviews.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual(
    ['a', 'b'].map((asset) => ({
      asset,
      state: 'approved',
      digest: expect.stringMatching(/^[\da-f]{64}$/),
      by: expect.stringMatching(/\S/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })),
  );
  const { lock } = await project.inspect();
  expect(lock.assets['a']!.outputs['a.webp']!.digest).toBe(`sha256-${lines[0].digest}`);
  const rest = ['c', 'd'].map((name) => `${name}: not approved: nobody decided about it`);
  expect(await problems()).toEqual(rest);

  await project.review(['b'], { state: 'rejected', note: ' too red ' });
  expect(await problems()).toEqual(['b: rejected by N on D: too red', ...rest]);
  await project.undo();
  expect(await problems()).toEqual(rest);

  await draw('blue');
  const stale = 'approved by N on D, but its files changed since';
  expect(await problems()).toEqual([`a: ${stale}`, `b: ${stale}`, ...rest]);
  await project.undo({ type: 'undo', id: change! });
  expect(read('assets.gen.reviews.jsonl')).toBe('');
});

it('decides about nothing that is not made, or not up to date', async () => {
  await expect(project.review(['c'], { state: 'approved' })).rejects.toThrow('c is not up to date');
  await expect(project.review(['x'], { state: 'approved' })).rejects.toThrow('no asset "x"');
  expect((await project.review(['c'], { state: null })).change).toBeNull();
});

it('changes many assets by one change, and takes them back by one undo', async () => {
  const manifest = () => read('assets.gen.json');
  const all = ['a', 'b', 'c', 'd'];
  expect((await project.changeMany(all, { type: 'reroll' })).assets).toEqual(['c', 'd']);
  await project.changeMany(all, { type: 'freeze', frozen: true });
  expect(manifest().match(/"frozen": true/g)).toHaveLength(4);
  await project.changeMany(all, { type: 'words', find: '', put: ', in $& ink' });
  expect(manifest()).toContain('"a hill, in $& ink"');
  await project.changeMany(all, { type: 'words', find: 'hill', put: 'moor' });
  expect(manifest()).toContain('"a moor, in $& ink"');
  expect(
    (await project.changeMany(all, { type: 'words', find: 'none', put: 'x' })).change,
  ).toBeNull();
  for (let left = 4; left > 0; left--) await project.undo();
  expect(manifest()).toBe(MANIFEST);
});
