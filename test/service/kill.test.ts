import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));
const PRICE = 4;

let data = '';
const children: ChildProcess[] = [];

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'service-kill-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(data, { recursive: true, force: true });
});

async function start(jobSeconds: number): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [CHILD, data, String(jobSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const headers = { authorization: 'Bearer key' };

async function ask(url: string, name: string, body: object): Promise<any> {
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function create(url: string): Promise<string> {
  const body = new FormData();
  body.append('prompt', 'a hill');
  const init = { method: 'POST', headers, body };
  const answer = (await (await fetch(`${url}/api/createNormalPicture`, init)).json()) as any;
  return answer.data.uuids[0];
}

test('kill -9 under load: what was answered is there, and charged once', async () => {
  const answered = new Set<string>();
  let sent = 0;
  for (let round = 0; round < 4; round++) {
    // Two processes have the folder open; both are killed in the middle of their work.
    const services = [await start(3600), await start(3600)];
    const load = Array.from({ length: 8 }, async (_, index) => {
      const { url } = services[index % 2] ?? { url: '' };
      for (;;) {
        sent++;
        answered.add(await create(url));
      }
    });
    const ended = Promise.allSettled(load);
    // By answers rather than by time: a busy machine is killed in the middle of its work too.
    const enough = answered.size + 15 + 5 * round;
    while (answered.size < enough) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all(services.map((service) => service.kill()));
    await ended;
  }
  expect(answered.size).toBeGreaterThan(8);

  const { url, kill } = await start(3600);
  for (const uuid of answered) {
    const { success, data } = await ask(url, 'queryGenerationResult', { uuid });
    expect([success, data.status]).toEqual([true, 'queued']);
  }
  const { total_points: left } = (await ask(url, 'queryPointsInfo', {})).data;
  const charged = (100_000 - left) / PRICE;
  // What was charged without an answer is at most what was on its way when the process died.
  expect(charged).toBeGreaterThanOrEqual(answered.size);
  expect(charged).toBeLessThanOrEqual(sent);
  await kill();
});

test('a job that a kill cut short is made after the restart, at its old price', async () => {
  const before = await start(0);
  const uuid = await create(before.url);
  await before.kill();
  const after = await start(0);
  const points = async (): Promise<number> =>
    (await ask(after.url, 'queryPointsInfo', {})).data.total_points;
  const balance = await points();
  const url = await waitFor(after.url, uuid);
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  expect([...bytes.subarray(1, 4)]).toEqual([...new TextEncoder().encode('PNG')]);
  expect(await points()).toBe(balance);
  await after.kill();
});

async function waitFor(url: string, uuid: string): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const { data } = await ask(url, 'queryGenerationResult', { uuid });
    if (data.status === 'completed') return data.resultUrl;
    expect(['queued', 'processing']).toContain(data.status);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The picture was never made.');
}
