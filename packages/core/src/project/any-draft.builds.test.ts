import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openProjectTools } from './open-project-tools.ts';

const UUID = '6e2f0c1e-4f0f-4c55-9a55-0b6d1f1f9d10';
const SMALL = { outputs: [{ format: 'webp', width: 42 }] };

it('drafts what only another service knows: models, ratios, styles and UUIDs', async () => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'any-draft-')));
  const ann = { kind: 'image', prompt: 'a person', outputs: [{ format: 'png', width: 32 }] };
  const wide = { kind: 'image', model: 'provider/name', prompt: 'a quiet lake', ...SMALL };
  const assets = {
    ann,
    wide: { ...wide, aspectRatio: '21:9', resolution: '8K', extra: { seed: 1 } },
    team: { kind: 'chibi', images: [{ asset: 'ann' }], style: 'of another service' },
    'props/red-boat': { kind: 'model', uuid: UUID },
    lake: { kind: 'image', uuid: UUID, ...SMALL },
  };
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
  const env = { ASSETGEN_CACHE_DIR: path.join(root, 'cache') };
  const project = openProjectTools({ root, command: 'build' }, env);
  try {
    for (let build = 0; build < 2; build++) {
      const { report } = await project.ensure({ mode: 'draft' });
      expect(report).toMatchObject({ ok: true, drafted: 5, failed: 0, errors: [] });
      const file = path.join(root, '.assetgen', 'drafts', 'files', 'wide.42w.webp');
      expect(await sharp(await readFile(file)).metadata()).toMatchObject({ width: 42, height: 18 });
    }
  } finally {
    await project.close();
  }
});
