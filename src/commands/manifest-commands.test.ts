import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../command.ts';
import { callCommand } from '../testing/call-command.ts';
import { add } from './add.ts';
import { list } from './list.ts';
import { mergeDriver } from './merge-driver.ts';
import { pick } from './pick.ts';
import { plan } from './plan.ts';
import { remove } from './remove.ts';
import { rename } from './rename.ts';
import { undo } from './undo.ts';

const MANIFEST = `{
  // Mine.
  "assets": {
    "sketch": { "kind": "image", "prompt": "a sketch" }, // one
    "props/dragon": { "kind": "image", "prompt": "a dragon", "references": [{ "asset": "sketch" }] }
  }
}
`;

let root: string;
beforeEach(() => {
  vi.stubEnv('CI', '');
  for (const name of Object.keys(process.env))
    if (name.startsWith('ASSETGEN_')) vi.stubEnv(name, undefined);
  root = mkdtempSync(path.join(tmpdir(), 'commands-'));
  writeFileSync(path.join(root, 'assets.gen.json'), MANIFEST);
  const config = { service: 'local', cache: { dir: path.join(root, '.cache') } };
  writeFileSync(path.join(root, 'assetgen.config.json'), JSON.stringify(config));
});

const manifest = (): string => readFileSync(path.join(root, 'assets.gen.json'), 'utf8');

const run = (
  command: Command,
  positionals: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
  json = false,
): Promise<string> => callCommand(root, command, positionals, options, { json });

describe('add', () => {
  it.each([
    [['hero.webp', 'hills'], {}, 'hero', { kind: 'image', outputs: [{ format: 'webp' }] }],
    [['photo.JPG', 'hills'], {}, 'photo', { kind: 'image', outputs: [{ format: 'jpeg' }] }],
    [
      ['hero.jpg', 'hills'],
      { width: '640' },
      'hero',
      { kind: 'image', outputs: [{ format: 'jpeg', width: 640 }] },
    ],
    [['hero', 'hills'], { kind: 'image' }, 'hero', { kind: 'image' }],
    [
      ['a/lamp', 'a lamp'],
      { kind: 'model' },
      'a/lamp',
      { kind: 'model', outputs: [{ format: 'glb', preset: 'web' }] },
    ],
    [
      ['lamp.glb', 'a lamp'],
      { preset: 'mobile' },
      'lamp',
      { kind: 'model', outputs: [{ format: 'glb', preset: 'mobile' }] },
    ],
    [
      ['intro', 'waves'],
      { output: ['mp4,webm'] },
      'intro',
      { kind: 'video', outputs: [{ format: 'mp4' }, { format: 'webm' }] },
    ],
  ])('%j %j', async (positionals, options, name, entry) => {
    const told = JSON.parse(await run(add, positionals, options, true));
    expect(told).toEqual({
      asset: name,
      file: 'assets.gen.json',
      entry: { ...entry, prompt: positionals[1] },
      change: 1,
    });
    expect(readFileSync(path.join(root, 'assets.gen.d.ts'), 'utf8')).toContain(`"@gen/${name}"`);
  });

  it('tells the import, and leaves all else as it was', async () => {
    const told = await run(add, ['props/red-lamp', 'a lamp'], { kind: 'model' });
    expect(told).toContain("import redLamp from '@gen/props/red-lamp';");
    expect(manifest().startsWith(MANIFEST.slice(0, MANIFEST.indexOf('\n  }\n}')))).toBe(true);
  });

  it.each([
    [
      ['sketch', 'x'],
      { kind: 'image' },
      /the asset "sketch" exists already \(assets\.gen\.json:4\)/,
    ],
    [['Hero', 'x'], { kind: 'image' }, /expected a path of segments of a-z/],
    [['hero', 'x'], {}, /--kind: expected model, image or video, found none/],
    [['hero', 'x'], { kind: 'imag' }, /found "imag"/],
    [['hero.webp'], {}, /expected a prompt/],
    [['hero.webp', 'x'], { width: '0.5' }, /--width: expected a whole number/],
    [['lamp.glb', 'x'], { width: '64' }, /width/],
    [['hero'], { entry: '[]' }, /--entry: expected an object of JSON/],
    [['hero'], { entry: '{"kind":"image","promt":"x"}' }, /promt/],
    [['hero', 'x'], { entry: '{}' }, /--entry contains the prompt/],
    [['hero.webp', 'x'], { file: 'other.json' }, /--file: expected one of assets\.gen\.json/],
  ])('refuses %j %j, and writes nothing', async (positionals, options, message) => {
    await expect(run(add, positionals, options)).rejects.toThrow(message);
    expect(manifest()).toBe(MANIFEST);
  });
});

describe('add --copy', () => {
  it('copies an entry with its comments, below it, with another prompt if one is given', async () => {
    const entry = '"prompt": "a sketch" /* of a hill */ }';
    const marked = MANIFEST.replace('"prompt": "a sketch" }', entry);
    writeFileSync(path.join(root, 'assets.gen.json'), marked);
    await run(add, ['sketch-2'], { copy: 'sketch' });
    const line =
      '    "sketch": { "kind": "image", "prompt": "a sketch" /* of a hill */ }, // one\n';
    const copied = line.replace('"sketch"', '"sketch-2"').replace(' // one', '');
    expect(manifest()).toBe(marked.replace(line, line + copied));
    await run(add, ['red', 'a red dragon'], { copy: 'props/dragon' });
    expect(JSON.parse(await run(list, ['red'], {}, true)).assets).toMatchObject([
      { name: 'red', prompt: 'a red dragon' },
    ]);
  });

  it('refuses other options, a name that is taken, and an asset that is not there', async () => {
    await expect(run(add, ['a'], { copy: 'sketch', width: '64' })).rejects.toThrow('no --width');
    await expect(run(add, ['sketch'], { copy: 'props/dragon' })).rejects.toThrow('already');
    await expect(run(add, ['a'], { copy: 'sketc' })).rejects.toThrow('no asset "sketc"');
    expect(manifest()).toBe(MANIFEST);
  });
});

describe('rename', () => {
  it('renames the entry and what takes it in, and tells what to change', async () => {
    const told = await run(rename, ['sketch', 'drafts/sketch']);
    expect(told).toContain("Change your imports of '@gen/sketch' to '@gen/drafts/sketch'.");
    expect(manifest()).toBe(MANIFEST.replaceAll('"sketch"', '"drafts/sketch"'));
    expect(readFileSync(path.join(root, 'assets.gen.d.ts'), 'utf8')).toContain(
      '"@gen/drafts/sketch"',
    );
    expect(await run(undo, [])).toContain('sketch renamed to drafts/sketch');
    expect(manifest()).toBe(MANIFEST);
  });
});

describe('pick', () => {
  it('the variant in use: nothing is written, and there is nothing to undo', async () => {
    expect(await run(pick, ['sketch', '1'])).toBe('sketch uses variant 1 already.');
    expect(manifest()).toBe(MANIFEST);
    await expect(run(undo, [])).rejects.toThrow('there is nothing to undo');
    expect(JSON.parse(await run(pick, ['sketch', '1'], {}, true))).toMatchObject({ pick: 1 });
  });
});

describe('remove', () => {
  it('takes back what was added, and add what was removed', async () => {
    await run(add, ['hero.webp', "it's a hill"]);
    const told = await run(remove, ['hero']);
    expect(manifest()).toBe(MANIFEST);
    const again = /assetgen add hero --entry '(.*)'$/m.exec(told)?.[1]?.replaceAll(`'\\''`, "'");
    await run(add, ['hero'], { entry: again });
    expect(JSON.parse(await run(list, ['hero'], {}, true))).toMatchObject({
      assets: [{ name: 'hero', prompt: "it's a hill", state: 'missing' }],
    });
  });

  it('refuses what others depend on, and what is not there', async () => {
    await expect(run(remove, ['sketch'])).rejects.toThrow('props/dragon depends on "sketch"');
    await expect(run(remove, ['dragon'])).rejects.toMatchObject({
      hint: 'Did you mean "props/dragon"?',
    });
    expect(manifest()).toBe(MANIFEST);
  });
});

it.each([
  [add, ['My Pic.webp', 'hills'], 'assets["My Pic"]: the name: expected a path of segments'],
  [rename, ['sketch', 'Sketch'], 'assets.Sketch: the name: expected a path of segments'],
])(
  'a change that the manifest cannot take names no place in it',
  async (command, given, message) => {
    const refused = run(command, given);
    await expect(refused).rejects.toMatchObject({
      message: expect.stringMatching(/^assets[^:]*: the name/),
      hint: 'The manifest would not be valid; nothing was written.',
    });
    await expect(refused).rejects.toThrow(message);
    expect(manifest()).toBe(MANIFEST);
  },
);

it.each([
  [add, ['hero.webp', 'hills']],
  [remove, ['props/dragon']],
])('with a lock that cannot be read nothing changes', async (command, positionals) => {
  writeFileSync(path.join(root, 'assets.gen.lock.json'), '<<<<<<< ours\n');
  await expect(run(command, positionals)).rejects.toMatchObject({ code: 'ASSETGEN_LOCK' });
  expect(manifest()).toBe(MANIFEST);
});

describe('list and plan', () => {
  it('list names, states and files', async () => {
    expect((await run(list, [])).split('\n')).toEqual([
      'ASSET         KIND   STATE    FILES',
      'props/dragon  image  missing  props/dragon.webp',
      'sketch        image  missing  sketch.webp',
    ]);
    expect(await run(list, ['props/*'], { names: true })).toBe('props/dragon');
  });

  it('plan a part, with what it depends on, and the price of that part', async () => {
    await run(add, ['hero.webp', 'hills']);
    const part = JSON.parse(await run(plan, [], { only: ['props/*'] }, true));
    const names = part.assets.map((each: { name: string }) => each.name);
    expect(names.sort()).toEqual(['props/dragon', 'sketch']);
    await expect(run(plan, [], { only: ['hero'], out: 'p.json' })).rejects.toThrow('--only');
    await expect(run(plan, [], { only: ['her'] })).rejects.toMatchObject({
      hint: 'Did you mean "hero"?',
    });
  });
});

it('merge-driver makes no file of sides that are not there', async () => {
  const ours = path.join(root, 'ours.json');
  await expect(run(mergeDriver, [path.join(root, 'base'), ours, ours])).rejects.toMatchObject({
    code: 'ASSETGEN_USAGE',
  });
  expect(() => readFileSync(ours)).toThrow('ENOENT');
});

describe('undo', () => {
  it('takes back what a command did, lists it, and brings it again', async () => {
    expect(await run(undo, [], { list: true })).toBe('No changes yet.');
    await run(remove, ['props/dragon']);
    const without = manifest();
    expect(await run(undo, [])).toMatch(/^assets\.gen\.json: taken back: props\/dragon removed\./);
    expect(manifest()).toBe(MANIFEST);
    // What the editor knows follows.
    expect(readFileSync(path.join(root, 'assets.gen.d.ts'), 'utf8')).toContain(
      '"@gen/props/dragon"',
    );
    expect(await run(undo, [], { list: true })).toMatch(
      /\n1 .* props\/dragon removed \(taken back\)$/,
    );
    expect(await run(undo, [], { redo: true })).toContain('done again: props/dragon removed');
    expect(manifest()).toBe(without);
    expect(JSON.parse(await run(undo, [], { change: '1' }, true))).toEqual({
      change: 4,
      type: 'undo',
      file: 'assets.gen.json',
      text: 'props/dragon removed',
    });
    await expect(run(undo, [], { change: '9' })).rejects.toThrow('there is no change 9');
  });
});
