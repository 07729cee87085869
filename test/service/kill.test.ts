import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, create, killChildren, startChild, untilDone } from './service-child.ts';

const PRICE = 4;

let data = '';

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'service-kill-'));
});
afterAll(async () => {
  killChildren();
  await rm(data, { recursive: true, force: true });
});

test('kill -9 under load: what was answered is there, and charged once', async () => {
  const answered = new Set<string>();
  let sent = 0;
  for (let round = 0; round < 4; round++) {
    // Two processes have the folder open; both are killed in the middle of their work.
    const services = [await startChild(data, 3600), await startChild(data, 3600)];
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

  const { url, kill } = await startChild(data, 3600);
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
  const before = await startChild(data, 0);
  const uuid = await create(before.url);
  await before.kill();
  const after = await startChild(data, 0);
  const points = async (): Promise<number> =>
    (await ask(after.url, 'queryPointsInfo', {})).data.total_points;
  const balance = await points();
  const url = await untilDone(after.url, uuid);
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  expect([...bytes.subarray(1, 4)]).toEqual([...new TextEncoder().encode('PNG')]);
  expect(await points()).toBe(balance);
  await after.kill();
});
