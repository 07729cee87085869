import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OPERATIONS, createClient } from '@assetgen/client';
import type { Client } from '@assetgen/client';
import { STYLES, createService } from '@assetgen/service';
import type { ListeningService, LocalService } from '@assetgen/service';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Every operation of the specification, over a real socket, by the client that users install.

let service: LocalService;
let listening: ListeningService;
let client: Client;
let photo: string;

beforeAll(async () => {
  service = createService({ key: 'secret-key' });
  listening = await service.listen();
  client = createClient({ apiKey: 'secret-key', apiUrl: listening.url });
  photo = path.join(mkdtempSync(path.join(tmpdir(), 'photo-')), 'photo.png');
  const pixels = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } });
  await writeFile(photo, await pixels.png().toBuffer());
});
afterAll(async () => {
  await client.close();
  await listening.close();
  await service.close();
});

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 50);
  });

async function modelUrl(uuid: string): Promise<string> {
  for (;;) {
    const model = await client.retrieveModel({ uuid });
    expect([0, 1]).toContain(model.codeStatus);
    if (model.modelUrl !== null) return model.modelUrl;
    await pause();
  }
}

async function resultUrl(uuid: string): Promise<string> {
  for (;;) {
    const result = await client.queryGenerationResult({ uuid });
    expect(result.status).not.toBe('failed');
    if (result.resultUrl !== null) return result.resultUrl;
    await pause();
  }
}

async function head(url: string): Promise<string> {
  const { body } = await client.download(url);
  for await (const chunk of body) {
    return Buffer.from(chunk).toString('latin1', 0, 12);
  }
  return '';
}

test('listModels', async () => {
  const models = await client.listModels();
  expect(new Set(models.map((model) => model.modality))).toEqual(
    new Set(['image', 'video', '3dmodel']),
  );
});

test('generateModelWithText, queryJobProgress, retrieveModel, convertToFormat', async () => {
  const created = await client.generateModelWithText({
    prompt: 'a small red cube',
    mesh_quality: 'standard',
    faceNum: 100_000,
  });
  expect(created.uuids).toHaveLength(1);
  expect(created.faceNum).toMatchObject({ min: 100_000, max: 500_000, value: 100_000 });
  const [uuid = ''] = created.uuids;
  expect(await client.queryJobProgress({ uuid })).toMatchObject({ statusType: 0 });
  expect(await head(await modelUrl(uuid))).toMatch(/^glTF/);
  for (;;) {
    const conversion = await client.convertToFormat({ uuid, modelType: 'stl', modelSize: 50 });
    expect([0, 1]).toContain(conversion.statusType);
    if (conversion.modelUrl !== null) {
      expect((await head(conversion.modelUrl)).length).toBeGreaterThan(0);
      break;
    }
    await pause();
  }
});

test('generateModelWithImage, from a file on disk', async () => {
  const created = await client.generateModelWithImage({ image: { path: photo } });
  expect(await head(await modelUrl(created.uuids[0] ?? ''))).toMatch(/^glTF/);
});

test('createNormalPicture with a reference, queryGenerationResult', async () => {
  const created = await client.createNormalPicture({
    prompt: 'a mill',
    images: [{ path: photo }],
    aspectRatio: '16:9',
    jobNum: 2,
  });
  expect(created.uuids).toHaveLength(2);
  expect(await head(await resultUrl(created.uuids[1] ?? ''))).toMatch(/^\x89PNG/);
});

test('createNormalVideo', async () => {
  const created = await client.createNormalVideo({
    prompt: 'waves',
    duration: 4,
    resolution: '480p',
  });
  expect(await head(await resultUrl(created.uuids[0] ?? ''))).toContain('ftyp');
});

test('generateImages, as JSON and as multipart', async () => {
  const model = (await client.listModels()).find((each) => each.modality === 'image')?.id ?? '';
  const plain = await client.generateImages({ model, prompt: 'a mill', mode: 'text-to-image' });
  const guided = await client.generateImages({
    model,
    prompt: 'a mill',
    mode: 'image-to-image',
    images: [{ path: photo }],
    extra_body: { seed: 7 },
  });
  for (const { tasks, points } of [plain, guided]) {
    expect(points).toBeGreaterThan(0);
    expect(await head(await resultUrl(tasks[0]?.id ?? ''))).toMatch(/^\x89PNG/);
  }
});

test('createCuteModelsFromImages', async () => {
  const created = await client.createCuteModelsFromImages({
    images: [{ path: photo }],
    styleType: STYLES[0] ?? '',
  });
  expect(created.results).toHaveLength(1);
  expect(await head(await modelUrl(created.results[0]?.uuids[0] ?? ''))).toMatch(/^glTF/);
});

test('checkHumanImage, queryPointsInfo', async () => {
  expect(await client.checkHumanImage({ image: { path: photo } })).toMatchObject({
    statusCode: 0,
    result: false,
  });
  expect((await client.queryPointsInfo()).total_points).toBeLessThan(100_000);
});

test('what the service refuses comes as the error that it means', async () => {
  const stranger = createClient({ apiKey: 'another-key', apiUrl: listening.url });
  await expect(stranger.queryPointsInfo()).rejects.toMatchObject({ code: 'ASSETGEN_AUTH' });
  await stranger.close();
  expect(await client.retrieveModel({ uuid: 'no-such-uuid' })).toMatchObject({ codeStatus: -2 });
  await expect(client.request({ method: 'GET', path: '/openapi/v1/tasks' })).rejects.toMatchObject({
    code: 'ASSETGEN_REJECTED',
    httpStatus: 404,
  });
});

test('this file names every operation', async () => {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL(import.meta.url), 'utf8');
  for (const name of Object.keys(OPERATIONS)) expect(text).toContain(`client.${name}(`);
});
