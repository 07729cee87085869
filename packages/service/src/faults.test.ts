import { describe, expect, test } from 'vitest';
import { faultInjector, parseFaults } from './faults.ts';
import { formOf, openTestService, settle, type TestService } from './testing/open-test-service.ts';

describe('parseFaults', () => {
  test('reads targets, effects and the requests they happen to', () => {
    expect(
      parseFaults('createNormalPicture:503@1, download:truncate@2+,poll:429=1@3-5,any:reset,'),
    ).toEqual([
      {
        target: 'createNormalPicture',
        effect: { type: 'status', status: 503, retryAfter: null },
        from: 1,
        to: 1,
      },
      { target: 'download', effect: { type: 'truncate' }, from: 2, to: Infinity },
      { target: 'poll', effect: { type: 'status', status: 429, retryAfter: 1 }, from: 3, to: 5 },
      { target: 'any', effect: { type: 'reset' }, from: 1, to: Infinity },
    ]);
    expect(parseFaults('')).toEqual([]);
  });

  test.each([
    'poll',
    'poll:',
    'poll:200',
    'nowhere:500',
    'poll:explode',
    'poll:500@',
    'poll:500@a',
  ])('refuses %s', (text) => {
    expect(() => parseFaults(text)).toThrow(
      expect.objectContaining({ code: 'ASSETGEN_FAULTS', message: expect.stringContaining(text) }),
    );
  });
});

test('faults count the requests of their own target', () => {
  const next = faultInjector(parseFaults('poll:500@2,download:reset@1'));
  expect(next('retrieveModel')).toBeUndefined();
  expect(next('download')).toEqual({ type: 'reset' });
  expect(next('queryJobProgress')).toMatchObject({ status: 500 });
  expect(next('retrieveModel')).toBeUndefined();
  expect(next('download')).toBeUndefined();
});

const RESULT = '/api/queryGenerationResult';

async function picture(service: TestService): Promise<string> {
  const form = formOf({ prompt: 'a hill' });
  return (await service.postJson('/api/createNormalPicture', form))['data'].uuids[0];
}

async function pictureUrl(service: TestService): Promise<string> {
  const uuid = await picture(service);
  await settle();
  return (await service.postJson(RESULT, { uuid }))['data'].resultUrl;
}

const points = async (service: TestService): Promise<number> =>
  (await service.postJson('/api/queryPointsInfo', {}))['data'].total_points;

describe('in process', () => {
  test('reset: nothing is charged; lost: it is, and the answer never comes', async () => {
    for (const [effect, left] of [
      ['reset', 100],
      ['lost', 96],
    ] as const) {
      const faults = parseFaults(`createNormalPicture:${effect}@1`);
      const service = openTestService({ points: 100, faults });
      await expect(picture(service)).rejects.toMatchObject({
        message: 'fetch failed',
        cause: { code: 'ECONNRESET' },
      });
      expect(await points(service)).toBe(left);
    }
  });

  test('a status comes before anything is done', async () => {
    const service = openTestService({ points: 100, faults: parseFaults('create:429=7@1') });
    const refused = await service.post('/api/createNormalPicture', formOf({ prompt: 'a' }));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('7');
    expect(await points(service)).toBe(100);
  });
});

describe('downloads', () => {
  const open = async (effect: string) => {
    const service = openTestService({ faults: parseFaults(`download:${effect}@1`) });
    const { url, close } = await service.listen();
    const path = await pictureUrl(service);
    const target = path.replace('http://service.test', url);
    return { target, close };
  };

  test('truncate: the body ends before its Content-Length', async () => {
    const { target, close } = await open('truncate');
    const whole = Number((await fetch(target)).headers.get('content-length'));
    expect(whole).toBeGreaterThan(10);
    await close();
    const again = await open('truncate');
    await expect(fetch(again.target).then((response) => response.arrayBuffer())).rejects.toThrow();
    await again.close();
  });

  test('short: half of the bytes, and no error', async () => {
    const { target, close } = await open('short');
    const response = await fetch(target);
    expect(response.headers.get('content-length')).toBeNull();
    const half = (await response.arrayBuffer()).byteLength;
    const whole = (await (await fetch(target)).arrayBuffer()).byteLength;
    expect(half).toBe(Math.ceil(whole / 2));
    await close();
  });

  test('stall: the body never ends', async () => {
    const { target, close } = await open('stall');
    const abort = new AbortController();
    const body = (await fetch(target, { signal: abort.signal })).arrayBuffer();
    const pause = new Promise((resolve) => setTimeout(() => resolve('pending'), 200));
    expect(await Promise.race([body, pause])).toBe('pending');
    abort.abort();
    await expect(body).rejects.toMatchObject({ name: 'AbortError' });
    await close();
  });

  test('html and garbage: 200 with other bytes', async () => {
    const html = await open('html');
    expect((await fetch(html.target)).headers.get('content-type')).toMatch('text/html');
    await html.close();
    const garbage = await open('garbage');
    const [bad, good] = [await fetch(garbage.target), await fetch(garbage.target)];
    expect(bad.headers.get('content-type')).toBe('image/png');
    const [badBytes, goodBytes] = [await bad.bytes(), await good.bytes()];
    expect(badBytes.length).toBe(goodBytes.length);
    expect(badBytes).not.toEqual(goodBytes);
    await garbage.close();
  });

  test('reset: the socket breaks', async () => {
    const { target, close } = await open('reset');
    await expect(fetch(target)).rejects.toThrow('fetch failed');
    expect((await fetch(target)).status).toBe(200);
    await close();
  });
});
