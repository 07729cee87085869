import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import type { Client } from '../client.ts';

/** A client that gets one answer to everything. */
function answering(body: unknown, status = 200): Client {
  return createClient({
    apiKey: 'key',
    apiUrl: 'http://api.example',
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    fetch: () =>
      Promise.resolve(
        typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
      ),
  });
}
const once = { attempts: 1 };
const GZIP = { 'content-encoding': 'gzip' };

describe('an answer that no other try makes better', () => {
  const deep = `${'{"data":['.repeat(100_000)}1${']}'.repeat(100_000)}`;

  it.each<[string, () => Response]>([
    ['is larger than 8 MiB', () => new Response(' '.repeat(8_388_609))],
    [
      'unpacks to more than that',
      () => new Response(gzipSync(Buffer.alloc(9_000_000)), { headers: GZIP }),
    ],
    [
      'is packed twenty times',
      () => new Response('x', { headers: { 'content-encoding': Array(20).fill('br').join() } }),
    ],
    ['is deeper than it can be', () => new Response(deep)],
  ])('%s: asked once, and told', async (_name, answer) => {
    let asked = 0;
    const client = createClient({
      apiKey: 'key',
      apiUrl: 'http://api.example',
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      fetch: () => {
        asked += 1;
        return Promise.resolve(answer());
      },
    });
    await expect(client.queryPointsInfo()).rejects.toMatchObject({ code: 'ASSETGEN_RESPONSE' });
    expect(asked).toBe(1);
  });

  it('names the job that a deep answer to a create holds', async () => {
    const uuid = '11111111-0000-4000-8000-000000000001';
    const answer = deep.replace('1', JSON.stringify({ uuid }));
    await expect(
      answering(answer).createNormalPicture({ prompt: 'a mill' }, once),
    ).rejects.toMatchObject({ outcome: 'accepted-unreadable', ids: [uuid] });
  });
});

describe('an id that is too long for a number', () => {
  const id = '9183154299429866123';

  it.each([
    ['in a list', `{"success":true,"data":{"uuids":[ ${id} ,${id}],"cost":1.12345678901234567}}`],
    ['alone, beside text with escapes', `{"message":"\\"${id}: \\\\","uuids":${id}}`],
    ['in a list as text', `{"data":{"uuids":"[${id}]"}}`],
  ])('keeps every digit: %s', async (_where, answer) => {
    await expect(
      answering(answer).createNormalPicture({ prompt: 'a mill' }),
    ).resolves.toMatchObject({ uuids: [id] });
  });

  it('also where only a person can read the answer', async () => {
    await expect(
      answering(`{"result":{"taskId":${id}}}`).createNormalPicture({ prompt: 'a mill' }),
    ).rejects.toMatchObject({ ids: [id], body: `{"result":{"taskId":"${id}"}}` });
  });
});

describe('answers', () => {
  it('models: what is missing is empty, what is strange is left out', async () => {
    const data = [
      {
        id: 'a/b',
        object: 'model',
        modality: 'image',
        owned_by: 'a',
        modes: ['text-to-image'],
        capabilities: { max_n: 4 },
      },
      { id: 'c/d' },
      null,
    ];
    const models = await answering({ object: 'list', data }).listModels();
    expect(models).toHaveLength(2);
    expect(models[0]).toMatchObject({ id: 'a/b', capabilities: { max_n: 4 } });
    expect(models[1]).toMatchObject({ id: 'c/d', modes: [], capabilities: {} });
  });

  it('capabilities that are null, or of another type, are not given', async () => {
    const capabilities = {
      supports_text_input: null,
      supports_image_input: false,
      max_n: null,
      aspect_ratios: null,
      resolutions: '1K',
      durations_seconds: [4, '5', null],
      mesh_qualities: ['high', null],
      styles: { a: null },
    };
    const [model] = await answering({ data: [{ id: 'a/b', capabilities }] }).listModels();
    expect(model?.capabilities).toEqual({
      supports_image_input: false,
      durations_seconds: [4, 5],
      mesh_qualities: ['high'],
      styles: { a: null },
    });
  });

  it('a model creation: the points may be null, which is unknown', async () => {
    const faceNum = { default: 1, min: 1, max: 3, value: 2 };
    const body = { type: 'sys', message: 'Generating', uuids: ['a', 'b'], uploadedImageUrl: null };
    expect(
      await answering({
        ...body,
        pointsDeducted: null,
        generationConfig: { faceNum },
      }).generateModelWithText({ prompt: 'x' }),
    ).toEqual({ uuids: ['a', 'b'], uploadedImageUrl: null, pointsDeducted: null, faceNum });
    expect(
      await answering({ ...body, pointsDeducted: 0 }).generateModelWithText({ prompt: 'x' }),
    ).toMatchObject({ pointsDeducted: 0, faceNum: null });
  });

  it.each([0, 1, -2, -3, 9])('retrieval with codeStatus %i is data', async (codeStatus) => {
    const client = answering({ codeStatus, message: 'm', modelUrl: null });
    expect(await client.retrieveModel({ uuid: 'u' })).toMatchObject({ codeStatus, modelUrl: null });
  });

  it('retrieval with codeStatus -1 is about the key', async () => {
    await expect(
      answering({ codeStatus: -1, message: 'expired' }).retrieveModel({ uuid: 'u' }),
    ).rejects.toMatchObject({ code: 'ASSETGEN_AUTH', serverMessage: 'expired' });
  });

  it('a result: any status is kept, success false too', async () => {
    const data = { uuid: 'u', status: 'paused', resultType: null, resultUrl: null };
    expect(await answering({ success: true, data }).queryGenerationResult({ uuid: 'u' })).toEqual({
      success: true,
      ...data,
      message: null,
    });
    expect(
      await answering({ success: false, message: 'gone' }).queryGenerationResult({ uuid: 'u' }),
    ).toMatchObject({ success: false, status: 'gone', resultUrl: null, message: 'gone' });
  });

  it('a batch: failures are kept as they come', async () => {
    const body = {
      success: true,
      totalFiles: 2,
      successCount: 1,
      failureCount: 1,
      results: [{ uuids: ['a'], success: true, message: 'ok' }],
      failures: [{ odd: [1] }],
      message: '1 of 2',
    };
    const images = [new Blob(['x'])];
    expect(await answering(body).createCuteModelsFromImages({ images, styleType: 's' })).toEqual({
      ...body,
      uuids: ['a'],
      failedUuids: [],
    });
  });

  it('points, progress, portrait, conversion', async () => {
    const data = {
      total_points: 5,
      monthly_bonus_points: 1,
      permanent_points: 2,
      year_points: 2,
      expiration_day: null,
    };
    expect(await answering({ statusType: 0, data, message: '' }).queryPointsInfo()).toEqual(data);
    await expect(
      answering({ statusType: -1, message: 'invalid' }).queryPointsInfo(),
    ).rejects.toMatchObject({ code: 'ASSETGEN_REJECTED' });
    expect(
      await answering({ statusType: 0, message: '', progress: '45%' }).queryJobProgress({
        uuid: 'u',
      }),
    ).toMatchObject({ progress: '45%' });
    const image = new Blob([Buffer.from('\xff\xd8\xff', 'latin1')]);
    expect(
      await answering({ statusCode: -1, result: false, message: 'limit' }).checkHumanImage({
        image,
      }),
    ).toEqual({ statusCode: -1, result: false, message: 'limit' });
    expect(
      await answering({ statusType: 1, message: '', modelUrl: null, modelSize: 2 }).convertToFormat(
        { uuid: 'u' },
      ),
    ).toEqual({ statusType: 1, message: '', modelUrl: null, modelSize: 2, scaleNumber: null });
  });

  it.each(['', '<html>', '[]', 'null', '7', '{}', '{"data":{}}', '{"success":true}'])(
    'whatever %s is, it is an error with a code, never a crash',
    async (body) => {
      const client = answering(body);
      const image = new Blob([Buffer.from('\xff\xd8\xff', 'latin1')]);
      const safe = [
        client.listModels(once),
        client.retrieveModel({ uuid: 'u' }, once),
        client.queryGenerationResult({ uuid: 'u' }, once),
        client.queryPointsInfo(once),
        client.queryJobProgress({ uuid: 'u' }, once),
        client.checkHumanImage({ image }, once),
      ];
      for (const result of await Promise.allSettled(safe)) {
        expect(result).toMatchObject({
          status: 'rejected',
          reason: { code: 'ASSETGEN_RESPONSE', outcome: null },
        });
      }
      const paid = [
        client.generateImages({ prompt: 'x' }),
        client.generateModelWithText({ prompt: 'x' }),
        client.generateModelWithImage({ image }),
        client.createNormalPicture({ prompt: 'x' }),
        client.createNormalVideo({ prompt: 'x' }),
        client.createCuteModelsFromImages({ images: [image], styleType: 's' }),
        client.convertToFormat({ uuid: 'u' }),
      ];
      for (const result of await Promise.allSettled(paid)) {
        expect(result).toMatchObject({
          status: 'rejected',
          reason: { code: 'ASSETGEN_RESPONSE', outcome: 'accepted-unreadable' },
        });
      }
    },
  );

  it('a plain-text 401 of any operation', async () => {
    await expect(answering('Unauthorized', 401).listModels()).rejects.toMatchObject({
      code: 'ASSETGEN_AUTH',
      serverMessage: 'Unauthorized',
      httpStatus: 401,
    });
  });
});
