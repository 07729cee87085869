import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openProjectTools } from '../../project/open-project-tools.ts';
import type { ProjectTools } from '../../project/project.ts';
import type { ProjectEvent } from './project-event.ts';

const MANIFEST = `{
  // what the hill is for
  "assets": {
    "hill": {
      "kind": "image",
      "prompt": "a green hill", // short
      "outputs": [{ "format": "webp", "width": 64 }]
    }
  }
}
`;

const LOCAL = { service: 'local', cache: { dir: '.cache' } } as const;

describe('a project that is looked at', () => {
  let project: ProjectTools;
  let root: string;
  afterEach(() => project.close());

  async function open(manifest: string): Promise<ProjectEvent[]> {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'inspect-')));
    await writeFile(path.join(root, 'assets.gen.json'), manifest);
    const events: ProjectEvent[] = [];
    project = openProjectTools({ root, command: 'build', options: LOCAL }, {});
    project.subscribe((event) => events.push(event));
    return events;
  }
  const manifest = (): Promise<string> => readFile(path.join(root, 'assets.gen.json'), 'utf8');

  it('says what is missing and what everything costs, before and after a build', async () => {
    const events = await open(MANIFEST);
    const before = await project.inspect();
    expect(before.plan.assets.map((each) => each.action)).toEqual(['generate']);
    // What nobody paid for has no unknown price: the embedded service is free.
    expect(before.isFree).toBe(true);
    expect(before.price()).toEqual({ min: 0, max: 0 });
    expect(await before.revisions('hill')).toEqual([]);
    expect(events).toEqual([]);

    await project.ensure({ budget: 0 });
    expect(events.at(0)).toEqual({ type: 'run-start', mode: 'generate' });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', report: { ok: true, free: true } });
    expect(events).toContainEqual(expect.objectContaining({ type: 'accepted', free: true }));
    const after = await project.inspect();
    expect(after.price()).toEqual({ min: 0, max: 0 });
    const { reroll, another, pick } = after.prices('hill');
    expect(reroll).toEqual({ min: 0, max: 0 });
    expect(another).toEqual(reroll);
    expect(pick).toEqual({ min: 0, max: 0 });
    expect(() => after.prices('hlil')).toThrow('no asset "hlil"');
    const digest = after.lock.assets['hill']!.outputs['hill.64w.webp']!.digest;
    expect(existsSync(after.blob(digest)!)).toBe(true);
  });

  it('remembers what earlier revisions gave', async () => {
    await open(MANIFEST);
    await project.ensure();
    await project.reroll('hill');
    const waiting = await project.inspect();
    expect((await waiting.revisions('hill')).map((each) => each.revision)).toEqual([0]);
    await project.ensure();
    const [now, then] = await (await project.inspect()).revisions('hill');
    expect(now).toMatchObject({ revision: 1, source: 'lock' });
    expect(then).toMatchObject({ revision: 0, source: 'cache' });
    expect(now!.variants[0]).not.toEqual(then!.variants[0]);
  });

  it('tells of drafts, and only of those for the words of today', async () => {
    await open(MANIFEST);
    await project.ensure({ mode: 'draft' });
    const { drafts, folders } = await project.inspect();
    expect(existsSync(path.join(folders.drafts, 'hill.64w.webp'))).toBe(true);
    expect(Object.keys(drafts)).toEqual(['hill']);
    await project.edit('hill', 'a red hill', 'a green hill');
    expect(Object.keys((await project.inspect()).drafts)).toEqual([]);
  });

  it('tells of limits that what is locked does not meet', async () => {
    await open(MANIFEST);
    await project.ensure();
    const tight = (await manifest()).replace(
      '"kind": "image",',
      '"kind": "image", "expect": { "maxBytes": 1 },',
    );
    await writeFile(path.join(root, 'assets.gen.json'), tight);
    const { broken } = await project.inspect();
    expect(broken.get('hill')).toMatchObject({ code: 'ASSETGEN_EXPECT' });
  });

  it('remembers what an earlier run failed at, for as long as the same is asked for', async () => {
    const tight = MANIFEST.replace('"kind"', '"expect": { "maxBytes": 1 }, "kind"');
    await open(tight);
    expect((await project.ensure()).report.ok).toBe(false);
    await project.close();
    // Another process: it was not there.
    project = openProjectTools({ root, command: 'build', options: LOCAL }, {});
    const failures = async (): Promise<unknown[]> => [...(await project.inspect()).failures];
    const told = expect.objectContaining({ code: 'ASSETGEN_EXPECT', hint: expect.any(String) });
    expect(await failures()).toEqual([['hill', told]]);
    // A draft that stands in is no success.
    await project.ensure({ mode: 'draft' });
    expect(await failures()).toEqual([['hill', told]]);
    await writeFile(path.join(root, 'assets.gen.json'), MANIFEST);
    expect(await failures()).toEqual([]);
    await writeFile(path.join(root, 'assets.gen.json'), tight);
    expect(await failures()).toEqual([['hill', told]]);
    await writeFile(path.join(root, 'assets.gen.json'), MANIFEST);
    expect((await project.ensure()).report.ok).toBe(true);
    expect(existsSync(path.join(root, '.assetgen/failures.json'))).toBe(false);
  });

  it('edits a prompt and keeps everything else, byte for byte', async () => {
    await open(MANIFEST);
    await project.edit('hill', 'a "red" hill\nat dusk', 'a green hill');
    expect(await manifest()).toBe(
      MANIFEST.replace('"a green hill"', '"a \\"red\\" hill\\nat dusk"'),
    );
  });

  it('edits nothing that changed meanwhile, and nothing into what is not allowed', async () => {
    await open(MANIFEST);
    await expect(project.edit('hill', 'mine', 'a blue hill')).rejects.toMatchObject({
      code: 'ASSETGEN_USAGE',
    });
    await expect(project.edit('hill', '', 'a green hill')).rejects.toMatchObject({
      code: 'ASSETGEN_MANIFEST',
    });
    expect(await manifest()).toBe(MANIFEST);
  });

  it('asks for one more variant, up to four', async () => {
    await open(MANIFEST.replace('"kind"', '"variants": 3, "kind"'));
    await project.another('hill');
    expect(await manifest()).toContain('"variants": 4');
    await expect(project.another('hill')).rejects.toMatchObject({ code: 'ASSETGEN_MANIFEST' });
  });
});
