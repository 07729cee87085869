import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnv } from './support/env.ts';
import { HEAVY, runTraced } from './support/loaded.mjs';

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url));

test('a build with nothing changed loads no library that makes anything', () => {
  const project = mkdtempSync(join(tmpdir(), 'warm-'));
  writeFileSync(join(project, 'assetgen.config.json'), '{ "service": "local" }');
  writeFileSync(
    join(project, 'assets.gen.json'),
    JSON.stringify({
      assets: {
        hill: { kind: 'image', prompt: 'a hill', outputs: [{ format: 'webp', width: 32 }] },
        rock: { kind: 'model', prompt: 'a rock' },
      },
    }),
  );
  const env = cleanEnv();
  const args = [command, 'build', '--root', project, '--json'];

  const cold = runTraced(args, { env });
  expect(JSON.parse(cold.stdout)).toMatchObject({ ok: true, generated: 2 });
  // The cold build does load them: the trace sees what it looks for.
  for (const each of ['/sharp/', '/meshoptimizer/', '/node/worker.js']) {
    expect(cold.modules.some((url) => url.includes(each))).toBe(true);
  }

  const warm = runTraced(args, { env });
  expect(JSON.parse(warm.stdout)).toMatchObject({
    ok: true,
    generated: 0,
    downloaded: 0,
    points: 0,
  });
  expect(warm.modules.filter((url) => HEAVY.test(url))).toEqual([]);
});
