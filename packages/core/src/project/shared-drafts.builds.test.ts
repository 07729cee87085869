import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { EnsureResult } from '../run/ensure-options.ts';
import type { ScriptedService } from '../testing/scripted-service.ts';
import { scriptedService } from '../testing/scripted-service.ts';
import { openProjectTools } from './open-project-tools.ts';

/** One recipe under two names, which one purchase serves. */
const PICTURE = { kind: 'image', prompt: 'a quiet lake', outputs: [{ format: 'png', width: 16 }] };
const TWO = { assets: { lake: PICTURE, pond: PICTURE } };

let service: ScriptedService | null = null;
afterEach(() => service?.close());

async function draft(env: Readonly<Record<string, string>>): Promise<EnsureResult & Found> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'shared-')));
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify(TWO));
  const given = { ASSETGEN_CACHE_DIR: path.join(root, 'cache'), ...env };
  const project = openProjectTools({ root, command: 'build' }, given);
  try {
    const result = await project.ensure({ mode: 'draft' });
    const lock = await readFile(path.join(root, 'assets.gen.lock.json'), 'utf8').catch(() => null);
    return { ...result, lock };
  } finally {
    await project.close();
  }
}

interface Found {
  readonly lock: string | null;
}

describe('drafts of two assets with one recipe', () => {
  it('are both made where no service is set', async () => {
    const { report, view, lock } = await draft({});
    expect(report).toMatchObject({ ok: true, drafted: 2, points: 0, errors: [] });
    expect(view.files.map(({ name, draft }) => [name, draft]).sort()).toEqual([
      ['lake.16w.png', true],
      ['pond.16w.png', true],
    ]);
    expect(lock).toBeNull();
  });

  it('ask nothing of a service that is set', async () => {
    service = await scriptedService({});
    const { report } = await draft({
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'a key',
    });
    expect(report).toMatchObject({ ok: true, drafted: 2, points: 0, errors: [] });
    expect([...service.counts]).toEqual([]);
  });
});
