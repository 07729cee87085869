// The local store against a bare loop over the same files, and against cacache.
import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import cacache from 'cacache';
import { medians, quick, report } from './report.mjs';
import { builtModule } from '../scripts/built-module.mjs';

const { openStatCache } = await builtModule('packages/core/src/run/workspace/stat-cache.ts');
const { openBlobStore } = await builtModule('packages/core/src/store/cas/blob-store.ts');

const folder = mkdtempSync(join(tmpdir(), 'bench-store-'));
const CHUNK = 1024 * 1024;
let serial = 0;
const fresh = (name) => join(folder, `${name}-${(serial += 1)}`);
/** What a run wrote; taken away when its time is taken. */
const written = [];
const freshOfRun = (name) => written[written.push(fresh(name)) - 1];
const after = () => Promise.all(written.splice(0).map((each) => rm(each, { recursive: true })));

try {
  const large = makeFiles('large', quick ? 3 : 5, 20_000_000);
  const small = makeFiles('small', quick ? 200 : 1_000, 100_000);
  const runs = 9;
  for (const [name, files] of [
    ['20 MB', large],
    ['100 KB', small],
  ]) {
    const store = openBlobStore(fresh('store'));
    const blobs = [];
    for (const file of files) blobs.push((await store.put(read(file))).digest);
    const times = await medians(
      {
        'bare put': () => bareLoop(files),
        put: () => putAll(files),
        'bare get': () => bareLoop(blobs.map((digest) => store.path(digest))),
        get: () => getAll(store, blobs),
      },
      { runs, after },
    );
    const rate = (key) => times[`bare ${key}`] / times[key];
    // On a machine that does other things this tells more.
    const cpu = await cpuTimes({ bare: () => bareLoop(files), put: () => putAll(files) });
    await after();
    console.log(`  put of ${name}: ${cpu.put} ms of CPU, bare ${cpu.bare}`);
    for (const key of ['put', 'get']) {
      report({
        name: `${key} of files of ${name}, × a bare loop`,
        value: rate(key),
        target: 0.8,
        better: 'higher',
        peer: 'a bare loop',
      });
    }
  }

  const store = openBlobStore(fresh('store'));
  const peer = fresh('cacache');
  const blobs = [];
  const integrities = [];
  for (const file of large) {
    blobs.push((await store.put(read(file))).digest);
    const into = cacache.put.stream(peer, file, { algorithms: ['sha256'] });
    into.on('integrity', (integrity) => integrities.push(integrity.toString()));
    await pipeline(read(file), into);
  }
  const copies = await medians(
    {
      cacache: async () => {
        const target = freshOfRun('copies');
        mkdirSync(target);
        for (const [index, integrity] of integrities.entries()) {
          const from = cacache.get.stream.byDigest(peer, integrity);
          await pipeline(from, createWriteStream(join(target, String(index))));
        }
      },
      ours: () => getAll(store, blobs),
    },
    { runs, after },
  );
  report({
    name: `verified copy of files of 20 MB, × cacache's`,
    value: copies.cacache / copies.ours,
    target: 2,
    better: 'higher',
    peer: 'cacache',
  });

  const outputs = makeFiles('outputs', quick ? 1_000 : 10_000, 20);
  const stats = await openStatCache(join(folder, 'state.json'));
  for (const file of outputs) await stats.digest(file);
  const scale = 10_000 / outputs.length;
  const warm = await medians(
    {
      outputs: () => outputs.filter((file) => stats.known(file) === null).length,
      blobs: () => outputs.filter(() => !store.has(blobs[0])).length,
    },
    { runs },
  );
  report({
    name: '10,000 warm look-ups of outputs',
    value: warm.outputs * scale,
    target: 150,
    unit: 'ms',
  });
  report({
    name: '10,000 warm look-ups of blobs',
    value: warm.blobs * scale,
    target: 150,
    unit: 'ms',
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function cpuTimes(cases) {
  const times = {};
  for (const [name, work] of Object.entries(cases)) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times[name] = Math.round((user + system) / 1000);
  }
  return times;
}

function makeFiles(name, count, bytes) {
  const dir = fresh(name);
  mkdirSync(dir);
  return Array.from({ length: count }, (_each, index) => {
    const file = join(dir, String(index));
    writeFileSync(file, randomBytes(bytes));
    return file;
  });
}

function read(file) {
  return createReadStream(file, { highWaterMark: CHUNK });
}

/** What any store has to do: stream, hash, write, fsync, one file after the other. */
async function bareLoop(files) {
  const target = freshOfRun('bare');
  mkdirSync(target);
  for (const [index, file] of files.entries()) {
    const hash = createHash('sha256');
    const handle = await open(join(target, `${index}.tmp`), 'wx');
    for await (const chunk of read(file)) {
      hash.update(chunk);
      await handle.write(chunk);
    }
    await handle.sync();
    await handle.close();
    await rename(join(target, `${index}.tmp`), join(target, hash.digest('hex')));
  }
}

async function putAll(files) {
  const store = openBlobStore(freshOfRun('store'));
  for (const file of files) await store.put(read(file));
}

async function getAll(store, blobs) {
  const target = freshOfRun('outputs');
  for (const [index, digest] of blobs.entries()) {
    if (!(await store.materialise(digest, join(target, String(index))))) throw new Error('no blob');
  }
}
