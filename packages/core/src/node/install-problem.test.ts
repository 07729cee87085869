import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProjectTools } from '../project/open-project-tools.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { installProblem } from './install-problem.ts';

test("is Plug'n'Play alone", () => {
  expect(installProblem({ node: '20.19.0' })).toBeNull();
  expect(installProblem({ node: '20.19.0', pnp: '3' })).toMatchObject({
    code: 'ASSETGEN_PNP',
    message: expect.stringContaining('`nodeLinker: node-modules`'),
  });
});

test('is told before the first asset that a run makes', async () => {
  // As Yarn's own file does.
  Object.assign(process.versions, { pnp: '3' });
  onTestFinished(() => {
    delete (process.versions as NodeJS.Dict<string>)['pnp'];
  });
  const root = mkdtempSync(path.join(tmpdir(), 'pnp-'));
  const lake = { kind: 'image', prompt: 'a lake', outputs: [{ format: 'png', width: 16 }] };
  writeFileSync(path.join(root, 'assets.gen.json'), JSON.stringify({ assets: { lake } }));
  const events: ProjectEvent[] = [];
  const project = openProjectTools(
    { root, command: 'build', onEvent: (event) => void events.push(event) },
    { ASSETGEN_CACHE_DIR: path.join(root, 'cache'), ASSETGEN_MODE: 'frozen' },
  );
  await project.ensure().finally(() => project.close());
  const codes = events.flatMap((event) => (event.type === 'warning' ? event.code : []));
  expect(codes).toContain('ASSETGEN_PNP');
});
