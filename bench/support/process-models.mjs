// Puts one model through the worker pool a number of times: what a build of so many does.
import { readFileSync } from 'node:fs';
import { builtModule } from '../../scripts/built-module.mjs';

const { openStepPool } = await builtModule('packages/core/src/node/steps/open-step-pool.ts');
const { digestOf } = await builtModule('packages/core/src/store/cas/digest.ts');

const [file, count, storeDir] = process.argv.slice(2);
const glb = readFileSync(file);
const [digest, bytes] = [digestOf(glb), glb.length];
const pool = openStepPool();
const tasks = Array.from({ length: Number(count) }, () => {
  const steps = [
    {
      type: 'model',
      options: {
        maxTriangles: 60_000,
        textures: { format: 'webp', maxSize: 1024 },
        compress: 'meshopt',
      },
    },
    { type: 'thumbnail', format: 'webp', options: {} },
  ];
  const names = ['model.glb', 'model.webp'];
  const task = { file, digest, bytes, storeDir, root: storeDir, steps, names };
  return pool.run(task, { signal: new AbortController().signal, onMade: () => undefined });
});
const outcomes = await Promise.all(tasks);
await pool.close();
if (outcomes.some((outcome) => outcome !== 'made')) process.exitCode = 1;
