import { readFileSync } from 'node:fs';
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

it('a change that is killed at any of its writes happened or did not, and undo knows which', async () => {
  const root = await createProject(MANIFEST, { service: 'local' });
  const manifest = (): string => readFileSync(join(root, 'assets.gen.json'), 'utf8');
  const ends = new Set<string>();
  let isKilled = true;
  for (let at = 1; isKilled; at++) {
    writeManifest(root, MANIFEST);
    const env = { NODE_OPTIONS: `--import=${KILL}`, KILL_AT_WRITE: String(at) };
    const { code } = await runCommand(root, ['reroll', 'hill'], env);
    isKilled = code !== 0;
    const isChanged = manifest() !== MANIFEST;
    const undone = await runCommand(root, ['undo']);
    // Whoever was killed holds no lock, and what it wrote down is what it did.
    expect([at, undone.code]).toEqual([at, isChanged ? 0 : 2]);
    expect(manifest()).toBe(MANIFEST);
    ends.add(isChanged ? 'happened' : 'did not');
  }
  expect([...ends]).toEqual(['did not', 'happened']);
});
