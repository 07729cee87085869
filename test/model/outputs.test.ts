import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';

interface Locked {
  readonly bytes: number;
  readonly meta: { readonly triangles?: number; readonly width?: number };
}

test('a build makes a chain of LODs and a thumbnail of one purchase, and then nothing', async () => {
  const outputs = [
    {
      format: 'glb',
      lods: [1, 0.25, 0.05],
      textures: { format: 'webp', maxSize: 512 },
      compress: 'meshopt',
      ground: true,
      scale: { height: 2 },
    },
    { format: 'webp', thumbnail: true, width: 128 },
  ];
  const crate = { kind: 'model', prompt: 'a wooden crate', quality: 'standard', faces: 100_000 };
  const root = await createProject(
    { assets: { crate: { ...crate, outputs } } },
    { service: 'local' },
  );
  const built = await runCommand(root, ['build', '--json']);
  expect(built.code, built.stderr).toBe(0);
  expect(JSON.parse(built.stdout)).toMatchObject({ ok: true, outputs: 4, generated: 1 });

  const lock = JSON.parse(await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8')) as {
    assets: { crate: { outputs: Record<string, Locked> } };
  };
  const made = lock.assets.crate.outputs;
  expect(Object.keys(made).sort()).toEqual([
    'crate.lod0.glb',
    'crate.lod1.glb',
    'crate.lod2.glb',
    'crate.thumbnail.webp',
  ]);
  const levels = [0, 1, 2].map((level) => made[`crate.lod${level}.glb`]);
  const [fine = 0, middle = 0, coarse = 0] = levels.map((each) => each?.meta.triangles);
  expect(middle).toBeLessThanOrEqual(fine * 0.25);
  expect(coarse).toBeLessThanOrEqual(fine * 0.05);
  const thumbnail = path.join(root, '.assetgen/files/crate.thumbnail.webp');
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 128 });

  const again = await runCommand(root, ['build', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, generated: 0, points: 0 });

  const budgets = [
    { assets: 'cr*', maxGpuBytes: 3_000_000 },
    { assets: '**', maxDrawCalls: 99 },
  ];
  const config = JSON.stringify({ service: 'local', budgets });
  await writeFile(path.join(root, 'assetgen.config.json'), config);
  const broken = await runCommand(root, ['build']);
  expect(broken.code).toBe(1);
  const told = broken.stderr.slice(broken.stderr.indexOf('budget of'));
  expect(told).toMatch(
    /^budget of "cr\*": expected maxGpuBytes 3,000,000, found \d,\d{3},\d{3} bytes of GPU memory in 3 files\n/,
  );
  // A table, the largest first.
  expect(told.match(/\d+ %\s+crate\.lod\d\.glb/g)?.map((row) => row.slice(-8, -4))).toEqual([
    'lod0',
    'lod1',
    'lod2',
  ]);
  const json = await runCommand(root, ['build', '--json']);
  expect(json.json()).toMatchObject({
    ok: false,
    generated: 0,
    errors: [{ code: 'ASSETGEN_SIZE_BUDGET', hint: expect.stringContaining('"budgets"') }],
  });
});
