import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderProjects } from '../../testing/folder-project.ts';
import { createRollupFamilyPlugin } from './rollup-family-plugin.ts';
import type { HookContext } from './hook-context.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-family-')));
  await writeFile(join(root, 'assets.gen.json'), JSON.stringify({ 'a.glb': { text: 'a' } }));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const context = {
  error(error: Error): never {
    throw error;
  },
} as unknown as HookContext;

it('looks into no asset but style sheets and pages: Rolldown copies what is looked at', async () => {
  const open = folderProjects({ runs: 0, closed: false });
  const { generateBundle } = createRollupFamilyPlugin(open, { root });
  const bundle = (css: string) => ({
    'a.css': { type: 'asset', source: css },
    'a.glb': {
      type: 'asset',
      get source(): string {
        throw new Error('the bytes of a.glb were asked for');
      },
    },
  });
  const finish = (css: string) => generateBundle.handler.call(context, {}, bundle(css), true);
  await finish('a { background: url(./b.png) }');
  await expect(finish('a { background: url(@gen/b.png) }')).rejects.toThrow(
    /ASSETGEN_UNRESOLVED_REFERENCE: a\.css/,
  );
});

it('has a placeholder for the URL of a file that every Rolldown 1 knows: before 1.2.5 only that of Rollup', async () => {
  const open = folderProjects({ runs: 0, closed: false });
  const { load, resolveId } = createRollupFamilyPlugin(open, { root });
  const emitting = { ...context, meta: { watchMode: false }, emitFile: () => 'reference' };
  const id = await resolveId.handler.call(emitting, '@gen/a.glb');
  expect(await load.handler.call(emitting, id ?? '')).toMatchObject({
    code: 'export default import.meta.ROLLUP_FILE_URL_reference;',
  });
});
