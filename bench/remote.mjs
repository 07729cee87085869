// A cold runner with a warm tier, HTTP and S3: the store is filled from it, against a bare loop that
// saves the same bodies to files, without a look at them. nginx serves both, so that the server is
// not what is measured; what asks S3 signs every request, the bare loop too. A filled store was
// hashed and verified. CPU times stand beside: on a machine that does other things they tell more.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent } from 'undici';
import { systemClock } from '@assetgen/client';
import { median, quick, report } from './report.mjs';
import { builtModule } from '../scripts/built-module.mjs';

const { createHttpExchange } = await builtModule('packages/core/src/node/create-http-exchange.ts');
const { openBlobStore } = await builtModule('packages/core/src/store/cas/blob-store.ts');
const { createBazelTier } = await builtModule(
  'packages/core/src/store/remote/create-bazel-tier.ts',
);
const { guardTier } = await builtModule('packages/core/src/store/remote/guarded-tier.ts');
const { createS3Tier } = await builtModule('packages/core/src/store/remote/create-s3-tier.ts');
const { createSharedCache } = await builtModule('packages/core/src/store/remote/shared-cache.ts');
const { remoteTimes } = await builtModule('packages/core/src/store/remote/remote-times.ts');

/** As a user has them who sets none. */
const REMOTE_TIMES = remoteTimes(null);

const COUNT = quick ? 200 : 1_000;
const BYTES = 100_000;
const PARALLEL = 32;
const RUNS = quick ? 3 : 7;
const LARGE_BYTES = 200_000_000;
/** Credentials that nginx does not look at. */
const AWS = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: null, region: null };

const home = mkdtempSync(join(tmpdir(), 'assetgen-bench-remote-'));
const data = join(home, 'data/cas');
mkdirSync(data, { recursive: true });

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = startNginx();
if (server === null) {
  console.log('nginx is not installed: nothing is measured');
  rmSync(home, { recursive: true });
} else {
  try {
    await untilUp();
    const blobs = Array.from({ length: COUNT }, () => serve(randomBytes(BYTES)));
    for (const [engine, sign] of [
      ['HTTP', async () => ({})],
      ['S3', signer()],
    ]) {
      const bare = [];
      const kept = [];
      const filled = [];
      for (let run = 0; run <= RUNS; run += 1) {
        const each = [
          await measure(() => bareLoop(blobs, sign)),
          await measure(() => keepingLoop(blobs, sign)),
          await measure(() => fill(engine, blobs)),
        ];
        // Of the first run a part is the loading of what is used.
        if (run === 0) continue;
        bare.push(each[0]);
        kept.push(each[1]);
        filled.push(each[2]);
      }
      for (const [list, what, peer] of [
        [bare, 'bare parallel GETs', 'bare GET loop'],
        [kept, 'GETs that are hashed and renamed', 'GET loop that hashes and renames'],
      ]) {
        const ratios = filled.map(({ rate }, index) => rate / list[index].rate);
        const name = `fill of ${COUNT} x 100 KB over ${engine}, × ${what}`;
        report({ name, value: median(ratios), target: 0.9, better: 'higher', peer });
      }
      const told = (list) =>
        `${Math.round(median(list.map(({ rate }) => rate)))} blobs/s with ${Math.round(median(list.map(({ cpu }) => cpu)))} ms of CPU`;
      console.log(`  bare ${told(bare)}, fill ${told(filled)}`);
    }
    await measureMemory();
  } finally {
    server.kill('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  }
}

function serve(bytes) {
  const hex = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(data, hex), bytes);
  return { digest: `sha256-${hex}`, hex, bytes: bytes.length };
}

/** Written piece by piece, so that this process was never large itself. */
function serveLarge() {
  const hash = createHash('sha256');
  const name = join(data, 'large');
  writeFileSync(name, '');
  for (let at = 0; at < LARGE_BYTES; at += 1_000_000) {
    const piece = randomBytes(1_000_000);
    hash.update(piece);
    appendFileSync(name, piece);
  }
  const hex = hash.digest('hex');
  renameSync(name, join(data, hex));
  return { digest: `sha256-${hex}`, hex, bytes: LARGE_BYTES };
}

async function measure(work) {
  const start = performance.now();
  const before = process.cpuUsage();
  const dir = await work();
  const rate = (COUNT / (performance.now() - start)) * 1000;
  const { user, system } = process.cpuUsage(before);
  rmSync(dir, { recursive: true });
  return { rate, cpu: (user + system) / 1000 };
}

/** Signs by the package that the tier signs with; its derived keys are kept, as they are there. */
function signer() {
  const cache = new Map();
  const { accessKeyId, secretAccessKey } = AWS;
  const empty = createHash('sha256').digest('hex');
  return async function sign(target) {
    const given = { accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1', cache };
    const headers = { 'x-amz-content-sha256': empty };
    const signed = await new AwsV4Signer({ ...given, method: 'GET', url: target, headers }).sign();
    signed.headers.delete('host');
    return Object.fromEntries(signed.headers);
  };
}

/** What any downloader does at least. */
async function bareLoop(blobs, sign) {
  const dir = mkdtempSync(join(home, 'files-'));
  const agent = new Agent({ connections: PARALLEL });
  await inParallel(blobs, async ({ hex }) => {
    const path = `/cas/${hex}`;
    const headers = await sign(`${url}${path}`);
    const answer = await agent.request({ origin: url, path, method: 'GET', headers });
    await pipeline(answer.body, createWriteStream(join(dir, hex)));
  });
  await agent.close();
  return dir;
}

/** The same, with what a store has to do at least: compare the digest, and give the file its name when it is whole. */
async function keepingLoop(blobs, sign) {
  const dir = mkdtempSync(join(home, 'kept-'));
  const agent = new Agent({ connections: PARALLEL });
  await inParallel(blobs, async ({ hex }) => {
    const path = `/cas/${hex}`;
    const headers = await sign(`${url}${path}`);
    const answer = await agent.request({ origin: url, path, method: 'GET', headers });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== hex) throw new Error('other bytes');
    const folder = join(dir, hex.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    const temporary = join(dir, `${hex}.tmp`);
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o444 });
    renameSync(temporary, join(folder, hex.slice(2)));
  });
  await agent.close();
  return dir;
}

/** Hashed, written to a temporary file, renamed: the store of a fresh machine. */
async function fill(engine, blobs) {
  const dir = mkdtempSync(join(home, 'store-'));
  const shared = openShared(engine, dir);
  await inParallel(blobs, async ({ digest, bytes }) => {
    if (!(await shared.cache.fetch(digest, bytes))) throw new Error('not fetched');
  });
  await shared.close();
  return dir;
}

function openShared(engine, dir) {
  const exchange = createHttpExchange(REMOTE_TIMES);
  // The bucket is the folder that holds `cas`.
  const bucket = `s3://data?endpoint=${url}&style=path`;
  const tier =
    engine === 'S3'
      ? createS3Tier(bucket, true, { ...AWS, endpoint: null }, exchange)
      : createBazelTier(url, true, exchange);
  const config = { engine: 'http', url, label: url, access: 'read', blobs: true };
  const cache = createSharedCache({
    tiers: [guardTier(config, tier, systemClock, REMOTE_TIMES)],
    store: openBlobStore(dir),
    scope: { namespace: '', service: 'service' },
    trusted: new Map(),
    signer: null,
    index: false,
    clock: systemClock,
    times: REMOTE_TIMES,
    signal: new AbortController().signal,
    warn(code, message) {
      throw new Error(`${code} ${message}`);
    },
  });
  return { cache, close: () => tier.close() };
}

/** Four large blobs at once: they stream, whatever their size. */
async function measureMemory() {
  const large = Array.from({ length: 4 }, () => serveLarge());
  const shared = openShared('HTTP', mkdtempSync(join(home, 'store-')));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  await Promise.all(
    large.map(async ({ digest, bytes }) => {
      if (!(await shared.cache.fetch(digest, bytes))) throw new Error('not fetched');
    }),
  );
  clearInterval(timer);
  await shared.close();
  const grown = (most - before) / 1e6;
  report({ name: 'memory while 4 x 200 MB stream', value: grown, target: 150, unit: 'MB' });
}

async function inParallel(list, work) {
  let next = 0;
  const worker = async () => {
    while (next < list.length) await work(list[next++]);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

function startNginx() {
  const command = '/usr/sbin/nginx';
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(home, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1;
    pid ${home}/pid; error_log stderr crit; events { worker_connections 512; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000;
      ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join(' ')}
      server { listen 127.0.0.1:${port}; root ${home}/data;
        location /data/ { alias ${home}/data/; } } }`,
  );
  return spawn(command, ['-p', home, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
}

async function untilUp() {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: found } = probe.address();
      probe.close(() => resolve(found));
    });
  });
}
