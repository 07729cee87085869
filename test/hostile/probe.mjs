// Runs steps on files, one after the other in this process, and tells of each in a line of JSON what
// came of it, and the CPU and the memory that it took.
//
//   echo '[{"file": "a.glb", "steps": [{"type": "model", "options": {}}]}]' | node probe.mjs
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { peakMemory } from '../../bench/support/peak-memory.mjs';
import { builtModule } from '../../scripts/built-module.mjs';

const { runSteps } = await builtModule('packages/core/src/process/run-steps.ts');

/** @param {{file: string, steps: unknown[]}} task */
async function probe({ file, steps }) {
  const source = new Uint8Array(await readFile(file));
  let made = 0;
  const host = {
    admit: async () => undefined,
    opened: () => undefined,
    made: () => void (made += 1),
  };
  const files = {
    read: async () => source,
    put: async (/** @type {Uint8Array} */ bytes) => ({ digest: 'none', bytes: bytes.length }),
  };
  const names = steps.map((_step, index) => `output ${index}`);
  const task = { file, digest: 'none', bytes: source.length, storeDir: '', steps, names };
  const before = process.cpuUsage();
  const error = await runSteps(task, 1, host, files).then(
    () => null,
    (/** @type {unknown} */ failure) => failure,
  );
  const { user, system } = process.cpuUsage(before);
  return {
    made,
    ...(error === null ? {} : { code: error.code ?? 'none', message: String(error.message) }),
    cpuMs: Math.round((user + system) / 1000),
    mostMb: Math.round(peakMemory() / 1e6),
  };
}

for (const task of JSON.parse(await text(process.stdin))) {
  console.log(JSON.stringify(await probe(task)));
}
