import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));
const PRICE = 4;
const POINTS = 100_000;

interface Place {
  readonly data: string;
  stop(): Promise<void>;
}

const stops: (() => Promise<void>)[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const stop of stops.splice(0)) await stop();
});

async function start(data: string): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [CHILD, data, '0'], {
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

const pointsOf = async (url: string): Promise<number> =>
  (await ask(url, 'queryPointsInfo', {})).data.total_points;

async function create(url: string): Promise<string> {
  const body = new FormData();
  body.append('prompt', 'a hill');
  const init = { method: 'POST', headers, body };
  const answer = (await (await fetch(`${url}/api/createNormalPicture`, init)).json()) as any;
  return answer.data.uuids[0];
}

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

async function untilDone(url: string, uuid: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const { data } = await ask(url, 'queryGenerationResult', { uuid });
    if (data.status === 'completed') return data.resultUrl;
    expect(['queued', 'processing']).toContain(data.status);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The picture was never made.');
}

describe.each<[string, boolean, () => Promise<Place>]>([
  [
    'Keyv on files',
    true,
    async () => ({ data: await mkdtemp(join(tmpdir(), 'service-')), stop: async () => {} }),
  ],
  ['Redis', hasRedis, redisPlace('redis')],
  ['Redis by the Valkey adapter', hasRedis, redisPlace('valkey')],
  [
    'Postgres',
    hasPostgres,
    async () => {
      const { url, stop } = await startPostgres();
      return { data: url, stop };
    },
  ],
])('the state in %s', (_name, isHere, open) => {
  test.skipIf(!isHere)('survives kill -9 between creates: all there, charged once', async () => {
    const { data, stop } = await open();
    stops.push(stop);
    const answered = new Set<string>();
    const sent = { count: 0 };
    for (let round = 0; round < 3; round++) {
      const { url, kill } = await start(data);
      const loading = load(url, answered, sent);
      const enough = answered.size + 12;
      while (answered.size < enough) await new Promise((resolve) => setTimeout(resolve, 5));
      await kill();
      await loading;
    }
    const { url, kill } = await start(data);
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
    const after = await start(data);
    const again = await fetch(await untilDone(after.url, uuid));
    expect(Buffer.compare(Buffer.from(await again.arrayBuffer()), before)).toBe(0);
    expect((POINTS - (await pointsOf(after.url))) / PRICE).toBe(charged);
    await after.kill();
  });

  test.skipIf(!isHere)('keeps an upload and a conversion through a kill', async () => {
    const { data, stop } = await open();
    stops.push(stop);
    const first = await start(data);
    const form = new FormData();
    form.append('prompt', 'a hill at dusk');
    form.append('images', new Blob([new Uint8Array(PIXEL)], { type: 'image/png' }), 'in.png');
    const init = { method: 'POST', headers, body: form };
    const picture = (await (
      await fetch(`${first.url}/api/createNormalPicture`, init)
    ).json()) as any;
    const model = await ask(first.url, 'generateModelWithText', {
      prompt: 'a crate',
      modelCount: 1,
      mesh_quality: 'standard',
      faceNum: 100_000,
      onlyGenerateMesh: true,
    });
    const [uuid] = model.uuids as string[];
    await first.kill();

    const second = await start(data);
    await untilDone(second.url, picture.data.uuids[0]);
    while ((await ask(second.url, 'retrieveModel', { uuid })).codeStatus !== 0) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const conversion = { uuid, modelType: 'stl', modelSize: 100 };
    const before = await pointsOf(second.url);
    expect((await ask(second.url, 'convertToFormat', conversion)).statusType).toBe(1);
    await second.kill();

    const third = await start(data);
    for (;;) {
      const { statusType } = await ask(third.url, 'convertToFormat', conversion);
      if (statusType === 0) break;
      expect(statusType).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await pointsOf(third.url)).toBe(before - 10);
    await third.kill();
  });
});

/** A Redis that keeps what it is given while it runs: it is the service that is killed. */
function redisPlace(scheme: 'redis' | 'valkey'): () => Promise<Place> {
  return async () => {
    const { port, stop } = await startRedis();
    return { data: `${scheme}://127.0.0.1:${port}`, stop };
  };
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
