import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ask, create, headers, killChildren, startChild, untilDone } from './service-child.ts';

const PRICE = 4;
const POINTS = 100_000;

afterEach(killChildren);

const pointsOf = async (url: string): Promise<number> =>
  (await ask(url, 'queryPointsInfo', {})).data.total_points;

/** Creates until it is told to stop; counts what went out and keeps what was answered. */
async function load(url: string, answered: Set<string>, sent: { count: number }): Promise<void> {
  await Promise.allSettled(
    Array.from({ length: 6 }, async () => {
      for (;;) {
        sent.count++;
        answered.add(await create(url));
      }
    }),
  );
}

test('survives kill -9 between creates: all there, charged once', async () => {
  const data = await mkdtemp(join(tmpdir(), 'service-'));
  const answered = new Set<string>();
  const sent = { count: 0 };
  for (let round = 0; round < 3; round++) {
    const { url, kill } = await startChild(data, 0);
    const loading = load(url, answered, sent);
    const enough = answered.size + 12;
    while (answered.size < enough) await new Promise((resolve) => setTimeout(resolve, 5));
    await kill();
    await loading;
  }
  const { url, kill } = await startChild(data, 0);
  for (const uuid of answered) {
    expect((await ask(url, 'queryGenerationResult', { uuid })).success).toBe(true);
  }
  const charged = (POINTS - (await pointsOf(url))) / PRICE;
  // What was charged without an answer is at most what was on its way when the process died.
  expect(charged).toBeGreaterThanOrEqual(answered.size);
  expect(charged).toBeLessThanOrEqual(sent.count);

  // What was made is the same after one more restart, and asking for it costs nothing.
  const [uuid = ''] = answered;
  const before = Buffer.from(await (await fetch(await untilDone(url, uuid))).arrayBuffer());
  expect(before.toString('latin1', 1, 4)).toBe('PNG');
  await kill();
  const after = await startChild(data, 0);
  const again = await fetch(await untilDone(after.url, uuid));
  expect(Buffer.compare(Buffer.from(await again.arrayBuffer()), before)).toBe(0);
  expect((POINTS - (await pointsOf(after.url))) / PRICE).toBe(charged);
  await after.kill();
});

test('keeps an upload and a conversion through a kill', async () => {
  const data = await mkdtemp(join(tmpdir(), 'service-'));
  const first = await startChild(data, 0);
  const form = new FormData();
  form.append('prompt', 'a hill at dusk');
  form.append('images', new Blob([new Uint8Array(PIXEL)], { type: 'image/png' }), 'in.png');
  const init = { method: 'POST', headers, body: form };
  const picture = (await (await fetch(`${first.url}/api/createNormalPicture`, init)).json()) as any;
  const model = await ask(first.url, 'generateModelWithText', {
    prompt: 'a crate',
    modelCount: 1,
    mesh_quality: 'standard',
    faceNum: 100_000,
    onlyGenerateMesh: true,
  });
  const [uuid] = model.uuids as string[];
  await first.kill();

  const second = await startChild(data, 0);
  await untilDone(second.url, picture.data.uuids[0]);
  while ((await ask(second.url, 'retrieveModel', { uuid })).codeStatus !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const conversion = { uuid, modelType: 'stl', modelSize: 100 };
  const before = await pointsOf(second.url);
  expect((await ask(second.url, 'convertToFormat', conversion)).statusType).toBe(1);
  await second.kill();

  const third = await startChild(data, 0);
  for (;;) {
    const { statusType } = await ask(third.url, 'convertToFormat', conversion);
    if (statusType === 0) break;
    expect(statusType).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await pointsOf(third.url)).toBe(before - 10);
  await third.kill();
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
