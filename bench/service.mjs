// The local service: 200 jobs at once over HTTP, and how many creates it checks and queues a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { createService } from '@assetgen/service';
import { quick, report } from './report.mjs';

const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
const MODEL = JSON.stringify({ prompt: 'a small red dragon', modelCount: 1 });

if (isMainThread) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'));
  try {
    await jobsAtOnce(join(folder, 'jobs'));
    await queued('in memory', {});
    await queued('in a folder', { data: join(folder, 'queued') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  const { url, task, amount } = workerData;
  const result = task === 'jobs' ? await jobs(url, amount) : await load(url, amount);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage(result);
}

/** 200 pictures, asked for at once, each polled until it is downloaded. */
async function jobsAtOnce(data) {
  const count = 200;
  const service = createService({ data, points: 1e6 });
  const { url } = await service.listen();
  const { errors, slowest, seconds } = await inThread(url, 'jobs', count);
  report({ name: `${count} jobs at once, errors`, value: errors, target: 0 });
  console.log(`  they took ${seconds.toFixed(1)} s, the slowest poll ${slowest.toFixed(0)} ms`);
  await service.close();
}

async function jobs(url, count) {
  const start = performance.now();
  const slowest = { ms: 0 };
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => onePicture(url, index, slowest)),
  );
  const failed = results.filter(({ status }) => status === 'rejected');
  for (const { reason } of failed.slice(0, 3)) console.error(`  ${reason}`);
  const seconds = (performance.now() - start) / 1000;
  return { errors: failed.length, slowest: slowest.ms, seconds };
}

async function onePicture(url, index, slowest) {
  const form = new FormData();
  form.append('prompt', `a tree, a rock and ${index % 8} lamps`);
  const create = { method: 'POST', headers: { authorization: headers.authorization }, body: form };
  const created = await (await fetch(`${url}/api/createNormalPicture`, create)).json();
  const body = JSON.stringify({ uuid: created.data.uuids[0] });
  for (;;) {
    const asked = performance.now();
    const response = await fetch(`${url}/api/queryGenerationResult`, {
      method: 'POST',
      headers,
      body,
    });
    const { data } = await response.json();
    slowest.ms = Math.max(slowest.ms, performance.now() - asked);
    if (data.status === 'failed') throw new Error(`job ${index} failed`);
    if (data.status === 'completed') {
      const file = await fetch(data.resultUrl);
      if (!file.ok) throw new Error(`download ${index}: ${file.status}`);
      return file.arrayBuffer();
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Creates that are checked, charged and queued: the jobs themselves would begin much later. */
async function queued(where, options) {
  const service = createService({ ...options, points: 1e9, jobSeconds: 36_000 });
  const { url } = await service.listen();
  await inThread(url, 'load', 300);
  const perSecond = await inThread(url, 'load', quick ? 1000 : 3000);
  report({
    name: `creates a second, ${where}`,
    value: perSecond,
    target: 2000,
    better: 'higher',
  });
  await service.close();
}

/** The clients have a thread of their own, as they would have a process. */
function inThread(url, task, amount) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { url, task, amount } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function load(url, milliseconds) {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connections: 64, pipelining: 1 });
  const start = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - start < milliseconds) {
      const init = { method: 'POST', headers, body: MODEL, dispatcher };
      const { statusCode, body } = await request(`${url}/api/generateModelWithText`, init);
      await body.dump();
      if (statusCode !== 200) throw new Error(`status ${statusCode}`);
      done++;
    }
  };
  await Promise.all(Array.from({ length: 64 }, client));
  const perSecond = (done * 1000) / (performance.now() - start);
  await dispatcher.close();
  return perSecond;
}
