// A cold runner with a warm HTTP tier: the store is filled from it, against a bare loop that saves
// the same bodies to files, without a look at them. nginx serves, so that the server is not what is
// measured.
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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';
import { systemClock } from '@assetgen/client';
import { createHttpExchange } from '../packages/core/dist/node/http-exchange.js';
import { openBlobStore } from '../packages/core/dist/store/blob-store.js';
import { createBazelTier } from '../packages/core/dist/store/remote/bazel-tier.js';
import { guardTier } from '../packages/core/dist/store/remote/guarded-tier.js';
import { createSharedCache } from '../packages/core/dist/store/remote/shared-cache.js';
import { REMOTE_TIMES } from '../packages/core/dist/store/remote/times.js';
import { median, quick, report } from './report.mjs';

const COUNT = quick ? 200 : 1_000;
const BYTES = 100_000;
const PARALLEL = 32;
const RUNS = quick ? 3 : 7;
const LARGE_BYTES = 200_000_000;

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
    const rates = { bare: [], fill: [] };
    for (let run = 0; run < RUNS; run += 1) {
      rates.bare.push(await rateOf(() => bareLoop(blobs)));
      rates.fill.push(await rateOf(() => fill(blobs)));
    }
    const ratios = rates.fill.map((rate, index) => rate / rates.bare[index]);
    const name = `fill ${COUNT} x 100 KB over HTTP / bare parallel GET`;
    report({ name, value: median(ratios), target: 0.7, better: 'higher' });
    console.log(
      `  bare ${Math.round(median(rates.bare))} blobs/s, fill ${Math.round(median(rates.fill))} blobs/s`,
    );
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

async function rateOf(work) {
  const start = performance.now();
  const dir = await work();
  const rate = (COUNT / (performance.now() - start)) * 1000;
  rmSync(dir, { recursive: true });
  return rate;
}

/** What any downloader does at least. */
async function bareLoop(blobs) {
  const dir = mkdtempSync(join(home, 'files-'));
  const agent = new Agent({ connections: PARALLEL });
  await inParallel(blobs, async ({ hex }) => {
    const answer = await agent.request({ origin: url, path: `/cas/${hex}`, method: 'GET' });
    await pipeline(answer.body, createWriteStream(join(dir, hex)));
  });
  await agent.close();
  return dir;
}

/** Hashed, written to a temporary file, renamed: the store of a fresh machine. */
async function fill(blobs) {
  const dir = mkdtempSync(join(home, 'store-'));
  const shared = openShared(dir);
  await inParallel(blobs, async ({ digest, bytes }) => {
    if (!(await shared.cache.fetch(digest, bytes))) throw new Error('not fetched');
  });
  await shared.close();
  return dir;
}

function openShared(dir) {
  const tier = createBazelTier(url, true, createHttpExchange(REMOTE_TIMES));
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
  const shared = openShared(mkdtempSync(join(home, 'store-')));
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
      server { listen 127.0.0.1:${port}; root ${home}/data; } }`,
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
