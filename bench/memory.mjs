// Memory of large transfers, over real sockets, with a heap of 256 MB: 8 uploads of 50 MB and 20
// downloads of 100 MB at once. Server and client are processes of their own, so that only the
// client is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quick, report } from './report.mjs';
import { builtModule } from '../scripts/built-module.mjs';

const MB = 1_048_576;
const UPLOADS = { count: quick ? 2 : 8, bytes: 50 * MB };
const DOWNLOADS = { count: 20, bytes: 100 * MB };
const self = fileURLToPath(import.meta.url);

const [role, url, folder] = process.argv.slice(2).filter((arg) => arg !== '--quick');
if (role === 'server') {
  serve();
} else if (role === 'uploads' || role === 'downloads') {
  process.send(role === 'uploads' ? await measure(uploads) : await measure(downloads));
  process.disconnect();
} else {
  await main();
}

async function main() {
  const scratch = await mkdtemp(join(tmpdir(), 'assetgen-memory-'));
  const server = fork(self, ['server']);
  const [address] = await once(server, 'message');
  for (const [name, work, limit] of [
    [`${UPLOADS.count} uploads of 50 MB at once: memory`, 'uploads', 100],
    [`${DOWNLOADS.count} downloads of 100 MB: memory`, 'downloads', 120],
  ]) {
    const child = fork(self, [work, address, scratch, ...(quick ? ['--quick'] : [])], {
      execArgv: ['--max-old-space-size=256', '--expose-gc'],
    });
    const [extra] = await once(child, 'message');
    report({ name, value: extra / MB, target: limit, unit: 'MB' });
  }
  server.kill();
  await rm(scratch, { recursive: true, force: true });
}

/** The most memory that `work` took above what the process had before. */
async function measure(work) {
  const ready = await work();
  globalThis.gc();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await ready();
  clearInterval(timer);
  return most - before;
}

async function uploads() {
  const { createClient } = await import('@assetgen/client');
  const client = createClient({ apiKey: 'bench', apiUrl: url });
  const path = join(folder, 'photo.png');
  const file = await open(path, 'w');
  await file.write(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  await file.truncate(UPLOADS.bytes);
  await file.close();
  await client.queryPointsInfo();
  return async () => {
    await Promise.all(
      Array.from({ length: UPLOADS.count }, () =>
        client.generateModelWithImage({ image: { path } }),
      ),
    );
    await client.close();
  };
}

async function downloads() {
  const { createClient, systemClock } = await import('@assetgen/client');
  const { createJobEngine, fileJournal, localLocks } = await builtModule(
    'packages/core/src/jobs/index.ts',
  );
  const { openBlobStore } = await builtModule('packages/core/src/store/cas/blob-store.ts');
  const client = createClient({ apiKey: 'bench', apiUrl: url });
  const journalDir = join(folder, 'journal');
  const engine = createJobEngine({
    client,
    journal: fileJournal([journalDir]),
    locks: localLocks(null, journalDir, systemClock),
    random: Math.random,
    clock: systemClock,
    blobs: openBlobStore(join(folder, 'cache')),
    budget: { reserve: async () => ({ settle: () => undefined }) },
  });
  await client.queryPointsInfo();
  return async () => {
    await Promise.all(
      Array.from({ length: DOWNLOADS.count }, (_each, index) =>
        engine.recover({ asset: `model-${index}`, uuid: `uuid-${index}`, result: 'model' }),
      ),
    );
    await client.close();
  };
}

function serve() {
  const chunk = Buffer.alloc(65_536, 7);
  const server = createServer((request, response) => {
    request.resume();
    if (request.url.startsWith('/files/')) {
      void pour(response, Number(request.url.split('-').at(-1)));
      return;
    }
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          uuids: ['a'],
          statusType: 0,
          codeStatus: 0,
          message: '',
          data: { total_points: 1 },
          modelUrl: `http://${request.headers.host}/files/model-${Math.floor(Math.random() * 1e9)}`,
        }),
      );
    });
  });
  /** A GLB by its header, different for each number. */
  async function pour(response, number) {
    const head = Buffer.from(chunk);
    head.write('glTF', 0, 'latin1');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(DOWNLOADS.bytes, 8);
    head.writeUInt32LE(number, 20);
    for (let sent = 0; sent < DOWNLOADS.bytes; sent += chunk.length) {
      if (!response.write(sent === 0 ? head : chunk)) {
        await once(response, 'drain');
      }
    }
    response.end();
  }
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
}
