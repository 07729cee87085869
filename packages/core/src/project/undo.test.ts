import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeText } from '../run/edit/change-text.ts';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

const MANIFEST = `{
  // Mine.
  "assets": {
    "sketch": { "kind": "image", "prompt": "a sketch" }, // one
    /* the hill */
    "hill": {
      "kind": "image",
      "prompt": "a hill", // green
      "variants": 2
    }
  }
}
`;

let root: string;
let project: ProjectTools;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'undo-'));
  writeFileSync(file(), MANIFEST);
  project = open();
});
afterEach(() => project.close());

const file = (): string => path.join(root, 'assets.gen.json');
const log = (): string => path.join(root, '.assetgen/changes.ndjson');
const manifest = (): string => readFileSync(file(), 'utf8');
const open = (): ProjectTools =>
  openProjectTools(
    { root, command: 'build', options: { service: 'local', cache: { dir: '.cache' } } },
    {},
  );

const CHANGES: Readonly<Record<string, () => Promise<unknown>>> = {
  edit: () => project.edit('hill', 'a red\n"hill"', 'a hill'),
  reroll: () => project.reroll('sketch'),
  pick: () => project.pick('hill', 2),
  another: () => project.another('hill'),
  add: () => project.add('moon', { kind: 'image', prompt: 'a moon' }),
  duplicate: () => project.duplicate('hill', 'hills/second', { prompt: 'another hill' }),
  rename: () => project.rename('sketch', 'drafts/sketch'),
  limit: () => project.set('hill', { output: null, key: 'expect.maxBytes', value: 1000 }),
  output: () => project.set('hill', { output: 'hill.webp', key: 'quality', value: 40 }),
  remove: () => project.remove('hill'),
};

/** What the log calls them. */
const KINDS: Readonly<Record<string, string>> = { duplicate: 'add', limit: 'edit', output: 'edit' };

describe('undo', () => {
  it.each(['__proto__', 'constructor'])('knows an asset called %s', async (name) => {
    const text = `{ "assets": { "${name}": { "kind": "image", "prompt": "a hill" } } }`;
    writeFileSync(file(), text);
    await project.reroll(name);
    expect(changeText((await project.undo()).change)).toBe(`${name}: revision 0 → 1`);
    expect(manifest()).toBe(text);
    await project.remove(name);
    expect(changeText((await project.undo()).change)).toBe(`${name} removed`);
    expect(manifest()).toBe(text);
  });

  it.each(Object.entries(CHANGES))(
    'takes %s back byte for byte, and redo brings it again',
    async (_name, make) => {
      await make();
      const after = manifest();
      expect(after).not.toBe(MANIFEST);
      await project.close();
      // By another process, later.
      project = open();
      await project.undo();
      expect(manifest()).toBe(MANIFEST);
      await expect(project.undo()).rejects.toThrow('there is nothing to undo');
      await project.undo({ type: 'redo' });
      expect(manifest()).toBe(after);
      await expect(project.undo({ type: 'redo' })).rejects.toThrow('there is nothing to redo');
    },
  );

  it('takes back everything, one after the other', async () => {
    for (const make of Object.values(CHANGES)) await make();
    for (const _ of Object.values(CHANGES)) await project.undo();
    expect(manifest()).toBe(MANIFEST);
    expect((await project.changes()).map(({ what }) => what)).toEqual([
      ...Object.keys(CHANGES).map((name) => KINDS[name] ?? name),
      ...Object.keys(CHANGES).map(() => 'undo'),
    ]);
  });

  it('takes back one that is not the newest, and keeps what a person wrote since', async () => {
    const { change } = await project.edit('hill', 'a red hill', 'a hill');
    await project.reroll('hill');
    writeFileSync(file(), manifest().replace('// Mine.', '// Ours.'));
    await project.undo({ type: 'undo', id: change! });
    expect(manifest()).toContain('"prompt": "a hill", // green');
    expect(manifest()).toContain('"revision": 1');
    expect(manifest()).toContain('// Ours.');
    await expect(project.undo({ type: 'undo', id: change! })).rejects.toThrow('already taken back');
    await project.undo();
    expect(manifest()).toBe(MANIFEST.replace('// Mine.', '// Ours.'));
  });

  it('refuses where the same was written by hand since, and writes nothing', async () => {
    await project.edit('hill', 'a red hill', 'a hill');
    writeFileSync(file(), manifest().replace('a red hill', 'their hill'));
    const before = manifest();
    await expect(project.undo()).rejects.toMatchObject({
      code: 'ASSETGEN_USAGE',
      message: expect.stringContaining('hill was changed since in assets.gen.json'),
    });
    expect(manifest()).toBe(before);
  });

  it('writes to manifests only, whatever the log names', async () => {
    await project.reroll('sketch');
    const outside = path.join(root, 'package.json');
    writeFileSync(outside, '{}');
    writeFileSync(log(), readFileSync(log(), 'utf8').replaceAll('assets.gen.json', 'package.json'));
    await expect(project.undo()).rejects.toThrow(
      'package.json is no longer a manifest of this project',
    );
    expect(readFileSync(outside, 'utf8')).toBe('{}');
  });

  it('is not confused by an end between two writes', async () => {
    await project.edit('hill', 'a red hill', 'a hill');
    const edited = manifest();
    const [change = ''] = readFileSync(log(), 'utf8').split('\n');
    // Ended before the manifest was written: nothing happened.
    writeFileSync(log(), `${change}\n`);
    writeFileSync(file(), MANIFEST);
    expect(await project.changes()).toEqual([]);
    await expect(project.undo()).rejects.toThrow('nothing to undo');
    // Ended in the middle of a line, and right after the manifest.
    writeFileSync(log(), `${change}\n{"type":"do`);
    writeFileSync(file(), edited);
    expect(await project.changes()).toHaveLength(1);
    await project.undo();
    expect(manifest()).toBe(MANIFEST);
  });

  it('an undo that ended before it wrote is done by the next one', async () => {
    await project.reroll('hill');
    const changed = manifest();
    await project.undo();
    const [change, done, undo] = readFileSync(log(), 'utf8').split('\n');
    writeFileSync(log(), `${change}\n${done}\n${undo}\n`);
    writeFileSync(file(), changed);
    expect((await project.changes()).map(({ isUndone }) => isUndone)).toEqual([false]);
    await project.undo();
    expect(manifest()).toBe(MANIFEST);
  });

  it('two at once take turns: no change is lost', async () => {
    const other = open();
    await Promise.all([project.reroll('sketch'), other.reroll('hill'), other.another('hill')]);
    expect((await project.changes()).map(({ id }) => id)).toEqual([1, 2, 3]);
    for (let left = 3; left > 0; left--) await project.undo();
    expect(manifest()).toBe(MANIFEST);
    await other.close();
  });

  it('leaves nothing behind where there is no project', async () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'undo-'));
    const tools = openProjectTools({ root: empty, command: 'build' }, {});
    await expect(tools.reroll('a')).rejects.toMatchObject({ code: 'ASSETGEN_NO_MANIFEST' });
    await expect(tools.undo()).rejects.toMatchObject({ code: 'ASSETGEN_NO_MANIFEST' });
    expect(existsSync(path.join(empty, '.assetgen'))).toBe(false);
    await tools.close();
  });
});
