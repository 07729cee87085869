import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EnsureResult } from '../run/ensure-options.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import type { ProjectOptions } from './project.ts';
import { openProjectTools } from './open-project-tools.ts';

const PICTURE = { kind: 'image', prompt: 'a lake', outputs: [{ format: 'png', width: 16 }] };

let root: string;
let events: ProjectEvent[];
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'refused-')));
  await declare('lake');
  await writeFile(path.join(root, 'assetgen.config.json'), '{ "drafts": "error" }');
  events = [];
});

const declare = (...names: string[]): Promise<void> => {
  const assets = Object.fromEntries(names.map((name) => [name, { ...PICTURE, prompt: name }]));
  return writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
};

async function build(
  given: Partial<ProjectOptions> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<EnsureResult> {
  const project = openProjectTools(
    { root, command: 'build', onEvent: (event) => void events.push(event), ...given },
    { ASSETGEN_CACHE_DIR: path.join(root, 'cache'), ...env },
  );
  return project.ensure().finally(() => project.close());
}

describe('a build that may not have drafts', () => {
  it('fails for each asset, with what to do, and draws none', async () => {
    const { report, view } = await build();
    expect(report).toMatchObject({ ok: false, drafted: 0 });
    expect(report.errors).toMatchObject([
      {
        code: 'ASSETGEN_DRAFTS',
        asset: 'lake',
        message: 'lake: new; no service is set, and "drafts" is "error"',
        hint: expect.stringContaining('Set ASSETGEN_API_URL and ASSETGEN_API_KEY'),
      },
    ]);
    expect(view.files).toEqual([]);
    expect(existsSync(path.join(root, '.assetgen/drafts'))).toBe(false);
    // It does not say that drafts stand in.
    expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
  });

  it('names the mode where that is why', async () => {
    const env = { ASSETGEN_MODE: 'draft', ASSETGEN_API_URL: 'http://127.0.0.1:9' };
    const { report } = await build({}, env);
    expect(report.errors).toMatchObject([
      {
        message: 'lake: new; the mode is draft, and "drafts" is "error"',
        hint: expect.stringContaining('--mode generate'),
      },
    ]);
  });

  it('takes what was made before, without a service', async () => {
    await build({ options: { service: 'local' } });
    await rm(path.join(root, '.assetgen'), { recursive: true });
    expect((await build()).report).toMatchObject({ ok: true, cached: 1 });
    await declare('lake', 'pond');
    const { report, view } = await build();
    expect(report.errors.map(({ asset }) => asset)).toEqual(['pond']);
    expect(view.files.map(({ name, draft }) => [name, draft])).toEqual([['lake.16w.png', false]]);
  });

  it('is not one of a dev server, and not one whose option says otherwise', async () => {
    expect((await build({ command: 'serve' })).report).toMatchObject({ ok: true, drafted: 1 });
    const { report } = await build({ options: { drafts: 'warn' } });
    expect(report).toMatchObject({ ok: true });
  });
});
