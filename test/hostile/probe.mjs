// Runs steps on files, one after the other in this process, and tells of each in a line of JSON what
// came of it, and the CPU and the memory that it took.
//
//   echo '[{"file": "a.glb", "steps": [{"type": "model", "options": {}}]}]' | node probe.mjs
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { peakMemory } from '../../bench/support/peak-memory.mjs';
import { builtModule } from '../../scripts/built-module.mjs';

/** {@link referenceWork} by itself, where this was written: the slowest of 8 processes. Unit: ms of CPU. */
const REFERENCE_MS = 142;
/** What others who share the processor's caches and memory may add: the same work takes up to twice the CPU. */
const MOST_SLOWNESS = 2;
/** Less than this is not looked at twice. Unit: ms of CPU. */
const LITTLE_MS = 1_000;

const { runSteps } = await builtModule('packages/core/src/process/run-steps.ts');

/** @param {NodeJS.CpuUsage} before @returns milliseconds */
function cpuSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How many times as long something takes here and now, told by the best of some tries. */
function slowness() {
  const tries = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage();
    referenceWork();
    return cpuSince(before);
  });
  return Math.min(MOST_SLOWNESS, Math.max(1, Math.min(...tries) / REFERENCE_MS));
}

function referenceWork() {
  const values = Array.from({ length: 20_000 }, (_, index) => ({ index, name: `part ${index}` }));
  for (let count = 0; count < 10; count += 1) {
    JSON.parse(JSON.stringify(values)).sort((a, b) => b.index - a.index);
  }
}

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
  const taken = cpuSince(before);
  return {
    made,
    ...(error === null ? {} : { code: error.code ?? 'none', message: String(error.message) }),
    cpuMs: Math.round(taken < LITTLE_MS ? taken : taken / slowness()),
    mostMb: Math.round(peakMemory() / 1e6),
  };
}

for (const task of JSON.parse(await text(process.stdin))) {
  console.log(JSON.stringify(await probe(task)));
}
