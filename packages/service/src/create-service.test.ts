import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parseFaults } from './faults.ts';
import { png } from './testing/conformance/target.ts';
import { fakeMakers } from './testing/fake-makers.ts';
import { temporaryFolder } from './testing/folder-ledger.ts';
import {
  formOf,
  openTestService,
  type TestService,
  ORIGIN,
  settle,
} from './testing/open-test-service.ts';

describe('text to 3D, from create to download', () => {
  test('a job goes through its states and its result is behind a signed URL', async () => {
    const service = openTestService({ jobSeconds: 10 });
    const created = await service.postJson('/api/generateModelWithText', {
      prompt: 'a red dragon',
      modelCount: 2,
      mesh_quality: 'standard',
      faceNum: 100_000,
    });
    expect(created).toEqual({
      type: 'sys',
      message: 'Generating',
      uuids: [expect.stringMatching(/^[0-9a-f-]{36}$/), expect.any(String)],
      uploadedImageUrl: null,
      pointsDeducted: 40,
      generationConfig: {
        faceNum: { default: 500_000, min: 100_000, max: 500_000, value: 100_000 },
      },
    });
    const uuid = created['uuids'][0];
    const progress = () => service.postJson('/api/queryJobProgress', { uuid });
    const retrieve = () => service.postJson('/api/retrieveModel', { uuid });

    expect(await progress()).toEqual({ statusType: 0, message: 'queued', progress: '0%' });
    service.wait(5);
    expect(await retrieve()).toEqual({
      codeStatus: 1,
      message: 'Generating',
      modelUrl: null,
      imageUrl: null,
      prompts: 'a red dragon',
      createdAt: '2026-11-20T12:00:00.000Z',
      sourcePage: 'text-to-3d',
    });
    expect(await progress()).toEqual({ statusType: 0, message: 'processing', progress: '50%' });
    await settle();
    expect((await retrieve())['codeStatus']).toBe(1);
    service.wait(5);
    const done = await retrieve();
    expect(done).toMatchObject({ codeStatus: 0, message: 'Completed' });
    expect(done['modelUrl']).toMatch(
      new RegExp(`^${ORIGIN}/files/model/${uuid}\\.glb\\?expires=\\d+&signature=[\\w-]{43}$`),
    );
    expect(await progress()).toEqual({ statusType: 0, message: 'completed', progress: '100%' });

    const file = await service.get(done['modelUrl']);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('model/gltf-binary');
    expect(await file.json()).toMatchObject({
      model: { prompt: 'a red dragon', faces: 100_000, pbr: true, quality: 'standard' },
    });
    const preview = await service.get(done['imageUrl']);
    expect(await preview.json()).toMatchObject({ preview: 512 });
  });

  test('variants differ, a request anew gives others, and a new ledger the same again', async () => {
    const make = async (service: TestService): Promise<string[]> => {
      const body = { prompt: 'a rock', modelCount: 2 };
      const { uuids } = await service.postJson('/api/generateModelWithText', body);
      await settle();
      return Promise.all(
        uuids.map(async (uuid: string) => {
          const { modelUrl } = await service.postJson('/api/retrieveModel', { uuid });
          return (await service.get(modelUrl)).text();
        }),
      );
    };
    const service = openTestService();
    const [first, second] = [await make(service), await make(service)];
    expect(new Set([...first, ...second]).size).toBe(4);
    expect(await make(openTestService())).toEqual(first);
  });
});

describe('pictures and videos', () => {
  test('a picture by its UUID', async () => {
    const service = openTestService();
    const created = await service.postJson(
      '/api/createNormalPicture',
      formOf({ prompt: 'a harbour', aspectRatio: '16:9', jobNum: '2' }),
    );
    expect(created).toMatchObject({
      success: true,
      data: { pointsDeducted: 8, queueStatus: 'queued', jobNum: 2 },
    });
    await settle();
    const uuid = created['data'].uuids[1];
    const result = await service.postJson('/api/queryGenerationResult', { uuid });
    expect(result).toMatchObject({
      success: true,
      data: { uuid, status: 'completed', resultType: 'image' },
    });
    const file = await service.get(result['data'].resultUrl);
    expect(await file.json()).toMatchObject({
      picture: { prompt: 'a harbour', width: 1792, height: 1008 },
    });
  });

  test('a video by its UUID', async () => {
    const service = openTestService();
    const created = await service.postJson(
      '/api/createNormalVideo',
      formOf({ prompt: 'waves', duration: '6', resolution: '480p' }),
    );
    expect(created['data'].pointsDeducted).toBe(30);
    await settle();
    const [uuid] = created['data'].uuids;
    const result = await service.postJson('/api/queryGenerationResult', { uuid });
    expect(result['data']).toMatchObject({ status: 'completed', resultType: 'video' });
    const file = await service.get(result['data'].resultUrl);
    expect(file.headers.get('content-type')).toBe('video/mp4');
    expect(await file.json()).toMatchObject({ video: { width: 854, height: 480, seconds: 6 } });
  });
});

describe('points', () => {
  const points = async (service: ReturnType<typeof openTestService>) =>
    (await service.postJson('/api/queryPointsInfo', {}))['data'];

  test('are charged on acceptance, and 402 when there are not enough', async () => {
    const service = openTestService({ points: 50 });
    await service.post('/api/generateModelWithText', { prompt: 'a', modelCount: 1 });
    expect(await points(service)).toMatchObject({ total_points: 20, permanent_points: 20 });
    const refused = await service.post('/api/generateModelWithText', { prompt: 'a' });
    expect(refused.status).toBe(402);
    expect(await refused.json()).toEqual({
      message: expect.any(String),
      error: 'insufficient_points',
    });
    expect(await points(service)).toMatchObject({ total_points: 20 });
  });

  test('a failed job gives its points back, once', async () => {
    const service = openTestService({
      points: 100,
      faults: [{ target: 'create', effect: { type: 'fail' }, from: 1, to: 1 }],
    });
    const { uuids } = await service.postJson('/api/generateModelWithText', {
      prompt: 'a',
      modelCount: 2,
    });
    await settle();
    for (const uuid of [...uuids, ...uuids]) {
      expect(await service.postJson('/api/retrieveModel', { uuid })).toMatchObject({
        codeStatus: -3,
        modelUrl: null,
      });
    }
    expect(await points(service)).toMatchObject({ total_points: 100 });
  });
});

test('a job that a fault makes fail leaves jobs of the same prompt alone', async () => {
  const faults = parseFaults('create:fail@2');
  const service = openTestService({ faults });
  const statuses: number[] = [];
  for (let number = 0; number < 3; number++) {
    const body = { prompt: 'the same', modelCount: 1 };
    const [uuid] = (await service.postJson('/api/generateModelWithText', body))['uuids'];
    await settle();
    statuses.push((await service.postJson('/api/retrieveModel', { uuid }))['codeStatus']);
  }
  expect(statuses).toEqual([0, -3, 0]);
});

test('drafts are free, at once, and leave nothing on the disk', async () => {
  const service = openTestService({ draft: true, jobSeconds: 60, data: '/nonexistent/folder' });
  const { uuids, pointsDeducted } = await service.postJson('/api/generateModelWithText', {
    prompt: 'a boat',
    modelCount: 1,
  });
  expect(pointsDeducted).toBe(0);
  const found = await service.postJson('/api/retrieveModel', { uuid: uuids[0] });
  expect(found['codeStatus']).toBe(0);
  const { model } = (await (await service.get(found['modelUrl'])).json()) as any;
  expect(model.draft).toBe(true);
});

test('drafts stand in for any service: its models, ratios, resolutions, styles and words', async () => {
  const service = openTestService({ draft: true });
  const [{ id }] = (
    await service.postJson('/openapi/v1/images/generations', {
      model: 'provider/name',
      prompt: 'a suicide squad',
      mode: 'sketch-to-image',
      aspect_ratio: '21:9',
      resolution: '8K',
    })
  )['data'];
  const found = await service.postJson('/api/queryGenerationResult', { uuid: id });
  const { picture } = (await (await service.get(found['data'].resultUrl)).json()) as any;
  expect(picture).toMatchObject({ width: 2048, height: 878, draft: true });
  const body = formOf({ styleType: 'of another service', images: [await png()] });
  const batch = await service.post('/api/createCuteModelsFromImages', body);
  expect(await batch.json()).toMatchObject({ successCount: 1 });
});

test('a folder that cannot be opened is told, with what to do', async () => {
  const service = openTestService({ data: '/dev/null/folder' });
  await expect(service.post('/api/queryPointsInfo', {})).rejects.toMatchObject({
    code: 'ASSETGEN_SERVICE_STATE',
    message: expect.stringContaining('/dev/null/folder'),
    hint: expect.stringContaining('folder'),
  });
  await service.close();
});

test('after close, calls reject; closing twice is closing once', async () => {
  const service = openTestService({ data: await temporaryFolder() });
  await service.post('/api/queryPointsInfo', {});
  await Promise.all([service.close(), service.close()]);
  await expect(service.post('/api/queryPointsInfo', {})).rejects.toMatchObject({
    code: 'ASSETGEN_SERVICE_CLOSED',
  });
});

test('a defect is a 500 that says nothing of it, and is told to the owner', async () => {
  const told: unknown[] = [];
  const makers = fakeMakers({ drawModel: () => Promise.reject(new Error('inside')) });
  const service = openTestService({ makers, onError: (error) => told.push(error) });
  const body = { prompt: 'a', modelCount: 1 };
  const [uuid] = (await service.postJson('/api/generateModelWithText', body))['uuids'];
  await settle();
  const { imageUrl } = await service.postJson('/api/retrieveModel', { uuid });
  const answer = await service.get(imageUrl);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('inside');
  expect(told).toEqual([expect.objectContaining({ message: 'inside' })]);
});

test('a portrait check of an image that breaks off is no 500', async () => {
  const makers = fakeMakers({ detectPortrait: () => Promise.reject(new Error('cut')) });
  const service = openTestService({ makers });
  const form = formOf({ image: await png() });
  expect(await service.postJson('/api/checkHumanImage', form)).toMatchObject({ statusCode: -1 });
});

test.each([{ points: -1 }, { rate: 0 }, { jobSeconds: NaN }, { urlSeconds: -1 }])(
  'the option %o is refused at once',
  (options) => {
    expect(() => openTestService(options)).toThrow(
      expect.objectContaining({
        code: 'ASSETGEN_SERVICE_OPTIONS',
        message: expect.stringContaining(Object.keys(options)[0] ?? ''),
      }),
    );
  },
);

test.each(['redis://:hidden@host/0', 'postgres://hidden@host/x', 'file:///hidden'])(
  'the data %s is no folder, and is refused at once',
  (data) => {
    const scheme = data.split('//')[0] ?? '';
    expect(() => openTestService({ data })).toThrow(
      expect.objectContaining({
        code: 'ASSETGEN_SERVICE_OPTIONS',
        message: expect.stringMatching(`expected "data" to be a folder.*${scheme}//`),
        hint: expect.stringContaining('folder'),
      }),
    );
    expect(() => openTestService({ data })).not.toThrow('hidden');
  },
);

test.each(['./folder', '/folder', 'C:\\folder', 'C://folder'])(
  'the data %s is a folder',
  (data) => {
    expect(() => openTestService({ data })).not.toThrow();
  },
);

test('what listens on every address is told by loopback', async () => {
  const service = openTestService({ key: 'key' });
  const { url } = await service.listen({ host: '0.0.0.0' });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/api/nothing`, { method: 'POST' })).status).toBe(404);
  await service.close();
});

describe('who may ask', () => {
  /** The status of a request that names another host than it goes to. */
  const asked = (url: string, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { host, authorization: 'Bearer key' };
      request(`${url}/openapi/v1/models`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  test('on loopback: names of this machine, and no DNS name that a page points here', async () => {
    const service = openTestService();
    const { url } = await service.listen();
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80', 'assetgen.localhost']) {
      expect(await asked(url, host)).toBe(200);
    }
    for (const host of ['evil.example', '127.0.0.1.evil.example', '0.0.0.0:8787', '10.0.0.7']) {
      expect(await asked(url, host)).toBe(403);
    }
    await service.close();
  });

  test('behind a proxy its own name, and any where it is said to be open', async () => {
    const behind = openTestService({ origin: 'https://assets.example' });
    expect(await asked((await behind.listen()).url, 'assets.example')).toBe(200);
    await behind.close();
    const open = openTestService({ open: true });
    expect(await asked((await open.listen()).url, 'evil.example')).toBe(200);
    await open.close();
  });

  test('beyond loopback: who has the key, unless it is said to be open', async () => {
    const service = openTestService();
    await expect(service.listen({ host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'ASSETGEN_SERVICE_OPTIONS',
      message: expect.stringContaining('can be reached by other machines'),
    });
    await service.close();
    const open = openTestService({ open: true });
    expect(await asked((await open.listen({ host: '0.0.0.0' })).url, 'any.example')).toBe(200);
    await open.close();
  });
});

test('a port that is taken rejects with the error of the socket', async () => {
  const service = openTestService();
  const { url } = await service.listen();
  const port = Number(new URL(url).port);
  await expect(service.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await service.close();
});

test('over a socket: the same operations, and URLs of the same origin', async () => {
  const service = openTestService();
  const server = await service.listen();
  try {
    const headers = { authorization: 'Bearer key' };
    const send = async (path: string, init: RequestInit): Promise<any> =>
      (await fetch(server.url + path, { ...init, method: 'POST' })).json();
    const created = await send('/api/createNormalPicture', {
      headers,
      body: formOf({ prompt: 'a hill' }),
    });
    const [uuid] = created.data.uuids;
    await settle();
    const result = await send('/api/queryGenerationResult', {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ uuid }),
    });
    expect(result.data.resultUrl.startsWith(`${server.url}/files/picture/${uuid}.png?`)).toBe(true);
    const file = await fetch(result.data.resultUrl);
    expect(file.status).toBe(200);
    const bytes = await file.arrayBuffer();
    expect(file.headers.get('content-length')).toBe(String(bytes.byteLength));
    const list = await fetch(`${server.url}/openapi/v1/models`, { headers });
    expect(list.headers.get('x-ratelimit-limit')).toBe('1000000');
    expect(((await list.json()) as any).data).toHaveLength(3);
  } finally {
    await service.close();
  }
});

test('light results cost and take what others do', async () => {
  const service = openTestService({ light: true, points: 100, jobSeconds: 10 });
  const asked = formOf({ prompt: 'a kite' });
  const created = await service.postJson('/api/createNormalPicture', asked);
  const uuid = created['data'].uuids[0];
  const query = async () =>
    (await service.postJson('/api/queryGenerationResult', { uuid }))['data'];
  service.wait(5);
  expect((await query()).status).toBe('processing');
  await settle();
  expect((await query()).status).toBe('processing');
  service.wait(5);
  const file = await service.get((await query()).resultUrl);
  expect(await file.json()).toMatchObject({ picture: { prompt: 'a kite', draft: true } });
  const points = (await service.postJson('/api/queryPointsInfo', {}))['data'];
  expect(points).toMatchObject({ total_points: 96 });
});
