import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Inspection, ProjectTools } from '@assetgen/core';
import { createState } from './state.ts';

const root = mkdtempSync(path.join(tmpdir(), 'state-'));
const manifest = path.join(root, 'assets.gen.json');
const config = path.join(root, 'assetgen.config.json');

/** A project of no assets, which knows all of its files once it was looked at, and takes until it is let go. */
function fakeProject() {
  writeFileSync(manifest, '{}');
  const waiting: (() => void)[] = [];
  const seen = { looks: 0, files: [config] };
  const inspection = {
    config: { prefix: '@gen', mode: 'generate', service: { type: 'local' } },
    plan: { assets: [] },
    isFree: true,
    price: () => ({ min: 0, max: 0 }),
    asks: () => '',
  } as unknown as Inspection;
  const project = {
    root,
    watched: () => seen.files,
    invalidate: () => undefined,
    async inspect() {
      seen.looks += 1;
      seen.files = [config, manifest];
      await new Promise<void>((go) => waiting.push(go));
      return inspection;
    },
  } as unknown as ProjectTools;
  const letGo = async (): Promise<void> => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
  };
  return { project, seen, letGo };
}

test('who asks during the first look waits for it, and no second one begins', async () => {
  const { project, seen, letGo } = fakeProject();
  const state = createState(project, () => undefined);
  const first = state.current();
  await expect.poll(() => seen.looks).toBe(1);
  const asked = state.fresh();
  await letGo();
  expect(await asked).toBe(await first);
  expect(await state.fresh()).toBe(await first);
  expect(seen.looks).toBe(1);
  // What changes afterwards is seen.
  writeFileSync(manifest, '{ "assets": {} }');
  const later = state.fresh();
  await letGo();
  await later;
  expect(seen.looks).toBe(2);
  state.close();
});

test('a file that changes during a look is looked at again', async () => {
  const { project, seen, letGo } = fakeProject();
  const state = createState(project, () => undefined);
  const first = state.current();
  await expect.poll(() => seen.looks).toBe(1);
  writeFileSync(config, '{ "service": "local" }');
  await letGo();
  await first;
  const asked = state.fresh();
  await letGo();
  await asked;
  expect(seen.looks).toBe(2);
  state.close();
});
