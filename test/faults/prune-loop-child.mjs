// node prune-loop-child.mjs write|prune STORE: one process beside others, until it is told to end. It tells its counts,
// `{ deleted }` or `{ acknowledged, lost }`, after each step.
import { setTimeout as delay } from 'node:timers/promises';
import { builtModule } from '../../scripts/built-module.mjs';

const { openBlobStore } = await builtModule('packages/core/src/store/cas/blob-store.ts');
const { fileSystemTime, pruneStore } = await builtModule(
  'packages/core/src/store/prune/prune-store.ts',
);

const [role, dir] = process.argv.slice(2);
/** How young a blob is safe. Unit: milliseconds. */
const YOUNG_MS = 400;
const anywhere = () => undefined;

const ending = new AbortController();
process.once('message', () => ending.abort());
await (role === 'prune' ? prune() : write());
process.disconnect();

async function prune() {
  let deleted = 0;
  while (!ending.signal.aborted) {
    const youngest = (await fileSystemTime(dir, Date.now(), anywhere)) - YOUNG_MS;
    const rules = {
      isUsed: () => false,
      olderThan: youngest,
      youngest,
      maxBytes: null,
      guard: anywhere,
    };
    deleted += (await pruneStore(dir, { ...rules, dryRun: false })).deleted;
    process.send({ deleted });
    await delay(3);
  }
}

/** Stores a few blobs again and again, old ones that are about to go among them. */
async function write() {
  const store = openBlobStore(dir);
  let acknowledged = 0;
  let lost = 0;
  while (!ending.signal.aborted) {
    const text = `blob ${Math.floor(Math.random() * 150)} `.repeat(50);
    const before = performance.now();
    const { digest } = await store.putBytes(Buffer.from(text));
    // A blob that is looked at once more before it goes is away for a moment.
    const bytes = (await store.read(digest)) ?? (await delay(50), await store.read(digest));
    // A machine so slow that the blob is no longer young proves nothing.
    if (performance.now() - before > YOUNG_MS / 2) continue;
    acknowledged += 1;
    if (bytes === null || bytes.toString() !== text) lost += 1;
    process.send({ acknowledged, lost });
    await delay(Math.random() * 8);
  }
}
