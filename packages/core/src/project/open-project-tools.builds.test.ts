import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openProjectTools } from './open-project-tools.ts';

async function folder(): Promise<string> {
  return realpath(await mkdtemp(path.join(tmpdir(), 'project-')));
}

test('a project whose config is broken is watched for the repair, and comes up with it', async () => {
  const root = await folder();
  const config = path.join(root, 'assetgen.config.json');
  await writeFile(path.join(root, 'assets.gen.json'), '{ "assets": {} }');
  await writeFile(config, '{ "prefx": "@art" }');
  const project = openProjectTools({ root, command: 'build' }, { ASSETGEN_CACHE_DIR: root });
  await expect(project.ensure()).rejects.toMatchObject({ code: 'ASSETGEN_CONFIG' });
  expect(project.watched()).toContain(config);

  await writeFile(config, '{ "prefix": "@art" }');
  project.invalidate();
  const { view, report } = await project.ensure();
  expect(report.ok).toBe(true);
  expect(view.prefix).toBe('@art');
  expect(project.watched()).toContain(config);
  await project.close();
});

test('opening reads nothing, and calls that come together share one run', async () => {
  const root = await folder();
  const project = openProjectTools({ root, command: 'build' }, { ASSETGEN_CACHE_DIR: root });
  await writeFile(path.join(root, 'assets.gen.json'), '{ "assets": {} }');
  const [first, second] = await Promise.all([project.ensure(), project.ensure()]);
  expect(first).toBe(second);
  await project.close();
});

test('who asks after a change does not share a run that began before it', async () => {
  const root = await folder();
  const project = openProjectTools({ root, command: 'build' }, { ASSETGEN_CACHE_DIR: root });
  await writeFile(path.join(root, 'assets.gen.json'), '{ "assets": {} }');
  const first = project.ensure();
  project.invalidate();
  expect(await project.ensure()).not.toBe(await first);
  await project.close();
});

test('a draft does not stand in for what this machine has in its cache', async () => {
  const root = await folder();
  const env = { ASSETGEN_CACHE_DIR: path.join(root, 'cache') };
  const options = { service: 'local' } as const;
  const project = openProjectTools({ root, command: 'serve', options }, env);
  const ask = async (prompt: string, mode: 'generate' | 'draft') => {
    const assets = { stone: { kind: 'image', prompt } };
    await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
    project.invalidate();
    const { report, view } = await project.ensure({ mode });
    return { drafted: report.drafted, generated: report.generated, sha256: view.files[0]?.sha256 };
  };
  const grey = await ask('a grey stone', 'generate');
  await ask('a red stone', 'generate');
  expect(await ask('a grey stone', 'draft')).toEqual({ ...grey, generated: 0 });
  expect((await ask('a stone of its own', 'draft')).drafted).toBe(1);
  await project.close();
});
