import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProject, runCommand, writeManifest } from '../support/command.ts';

const KILL = new URL('../support/kill-at-write.mjs', import.meta.url).href;
const MANIFEST = `{
  "assets": {
    "hill": { "kind": "image", "prompt": "a hill" } // green
  }
}
`;

/** An entry as a purchase leaves it. */
const LOCKED = {
  kind: 'image',
  recipe: 'a'.repeat(64),
  fields: {},
  jobs: [{ operation: 'createNormalPicture', uuids: ['u'], points: 20 }],
  variants: [{ uuid: 'u', digest: `sha256-${'b'.repeat(64)}`, bytes: 1 }],
  outputs: {},
};
const LOCK = `${JSON.stringify({ lockfileVersion: 1, assets: { hill: LOCKED } }, null, 2)}\n`;

/** Files that were to replace one of the project: which one, and whether it was written. */
function leftovers(root: string): string[] {
  const names = readdirSync(root).filter((name) => name.endsWith('.tmp'));
  return names.map((name) => {
    const isWritten = readFileSync(join(root, name)).length > 0;
    return `${name.split(/\.\d/)[0]} ${isWritten ? 'written' : 'begun'}`;
  });
}

/**
 * Files that only a change of a person writes. Others, such as the lock and the types, another process may be writing
 * now: what is left of them goes with a build two minutes later.
 */
const isOfChange = (left: string): boolean => /^assets\.gen\.(?:json|reviews)/.test(left);

it.each([
  [['reroll', 'hill'], 'hill'],
  [['add', 'sea', 'a sea', '--kind', 'image'], 'hill'],
  [['add', 'hill-2', '--copy', 'hill'], 'hill'],
  [['rename', 'hill', 'mountain'], 'mountain'],
  [['remove', 'hill'], 'hill'],
])(
  '%j that is killed at any of its writes happened or did not, and undo knows which',
  async (command, name) => {
    const root = await createProject(MANIFEST, { service: 'local' });
    const read = (file: string): string => readFileSync(join(root, file), 'utf8');
    const locked = (): string[] =>
      Object.keys((JSON.parse(read('assets.gen.lock.json')) as { assets: object }).assets);
    const ends = new Set<string>();
    /** What was there of a file when it was killed at its write: nothing, or the whole of it beside the old one. */
    const beside = new Set<string>();
    let isKilled = true;
    for (let at = 1; isKilled; at++) {
      writeManifest(root, MANIFEST);
      writeFileSync(join(root, 'assets.gen.lock.json'), LOCK);
      // Or the next run would write less, and the kill would skip a write.
      rmSync(join(root, 'assets.gen.d.ts'), { force: true });
      const env = { NODE_OPTIONS: `--import=${KILL}`, KILL_AT_WRITE: String(at) };
      const { code } = await runCommand(root, command, env);
      isKilled = code !== 0;
      for (const file of leftovers(root)) beside.add(file);
      const isChanged = read('assets.gen.json') !== MANIFEST;
      // Whatever name the manifest has, what was bought stands in the lock by it.
      expect(locked()).toContain(isChanged ? name : 'hill');
      const undone = await runCommand(root, ['undo']);
      // Whoever was killed holds no lock, and what it wrote down is what it did.
      expect([at, undone.code]).toEqual([at, isChanged ? 0 : 2]);
      expect(read('assets.gen.json')).toBe(MANIFEST);
      expect(locked()).toEqual(['hill']);
      expect([at, leftovers(root).filter(isOfChange)]).toEqual([at, []]);
      ends.add(isChanged ? 'happened' : 'did not');
    }
    expect([...ends]).toEqual(['did not', 'happened']);
    // Before its write, and before the rename that puts it in its place.
    const files = ['assets.gen.json', ...(command[0] === 'rename' ? ['assets.gen.lock.json'] : [])];
    for (const file of files) {
      expect(beside).toContain(`${file} begun`);
      expect(beside).toContain(`${file} written`);
    }
  },
);

it.each([
  ['reroll', 'hill'],
  ['rename', 'hill', 'mountain'],
])(
  'an undo of %s that is killed at any of its writes happened or did not, and is done by the next one',
  async (...command) => {
    const root = await createProject(MANIFEST, { service: 'local' });
    const read = (file: string): string => readFileSync(join(root, file), 'utf8');
    const ends = new Set<string>();
    let isKilled = true;
    for (let at = 1; isKilled; at++) {
      rmSync(join(root, '.assetgen'), { recursive: true, force: true });
      writeManifest(root, MANIFEST);
      writeFileSync(join(root, 'assets.gen.lock.json'), LOCK);
      expect((await runCommand(root, command)).code).toBe(0);
      const env = { NODE_OPTIONS: `--import=${KILL}`, KILL_AT_WRITE: String(at) };
      isKilled = (await runCommand(root, ['undo'], env)).code !== 0;
      const isUndone = read('assets.gen.json') === MANIFEST;
      ends.add(isUndone ? 'happened' : 'did not');
      expect([at, (await runCommand(root, ['undo'])).code]).toEqual([at, isUndone ? 2 : 0]);
      expect(read('assets.gen.json')).toBe(MANIFEST);
      expect(JSON.parse(read('assets.gen.lock.json'))).toEqual(JSON.parse(LOCK));
      expect([at, leftovers(root).filter(isOfChange)]).toEqual([at, []]);
    }
    expect([...ends]).toEqual(['did not', 'happened']);
  },
);

it('a decision that is killed at any of its writes was taken or not, and undo knows which', async () => {
  const root = await createProject(MANIFEST, { service: 'local' });
  expect((await runCommand(root, ['build'])).code).toBe(0);
  const file = join(root, 'assets.gen.reviews.jsonl');
  const digest = 'a'.repeat(64);
  const theirs = { asset: 'sea', state: 'rejected', digest, by: 'ann', at: '2026-01-01T00:00:00Z' };
  const before = `${JSON.stringify(theirs)}\n`;
  const ends = new Set<string>();
  const beside = new Set<string>();
  let isKilled = true;
  for (let at = 1; isKilled; at++) {
    writeFileSync(file, before);
    const env = { NODE_OPTIONS: `--import=${KILL}`, KILL_AT_WRITE: String(at) };
    isKilled = (await runCommand(root, ['review', 'approve', 'hill'], env)).code !== 0;
    for (const left of leftovers(root)) beside.add(left);
    const now = readFileSync(file, 'utf8');
    // Half a file would lose what somebody else decided.
    if (now !== before)
      expect(now).toMatch(/^\{"asset":"hill","state":"approved".*\}\n\{"asset":"sea"/);
    const undone = await runCommand(root, ['undo']);
    expect([at, undone.code]).toEqual([at, now === before ? 2 : 0]);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect([at, leftovers(root)]).toEqual([at, []]);
    ends.add(now === before ? 'was not' : 'was taken');
  }
  expect([...ends]).toEqual(['was not', 'was taken']);
  const name = 'assets.gen.reviews.jsonl';
  expect([...beside]).toEqual([`${name} begun`, `${name} written`]);
});
