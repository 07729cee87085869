import { TAKE_HEADER } from '@assetgen/client';
import { expect, test } from 'vitest';
import { fakeMakers } from '../testing/fake-makers.ts';
import { formOf, openTestService, ORIGIN, settle } from '../testing/open-test-service.ts';
import { temporaryFolder } from '../testing/folder-ledger.ts';

test('progress never falls, and follows a generator that tells it', async () => {
  let progress: ((fraction: number) => void) | undefined;
  let end: (() => void) | undefined;
  const makers = fakeMakers({
    makeVideo: (_, onProgress) =>
      new Promise((resolve) => {
        progress = onProgress;
        end = () => resolve(new Uint8Array([1]));
      }),
  });
  const service = openTestService({ makers });
  const form = formOf({ prompt: 'waves', duration: '4' });
  const [uuid] = (await service.postJson('/api/createNormalVideo', form))['data'].uuids;
  await settle();
  const ask = async (): Promise<string> =>
    (await service.postJson('/api/queryJobProgress', { uuid }))['progress'];
  expect(await ask()).toBe('1%');
  service.wait(2);
  expect(await ask()).toBe('32%');
  progress?.(0.1);
  expect(await ask()).toBe('32%');
  progress?.(0.7);
  expect(await ask()).toBe('70%');
  end?.();
  await settle();
  expect(await ask()).toBe('100%');
});

test('jobs of one spec share the work', async () => {
  let made = 0;
  const makers = fakeMakers({
    makePicture: async () => {
      made++;
      await settle();
      return new Uint8Array([1]);
    },
  });
  const service = openTestService({ makers });
  // As our own client says that it is the same once more.
  const create = async (): Promise<string> => {
    const answer = await service.fetch(
      new Request(`${ORIGIN}/api/createNormalPicture`, {
        method: 'POST',
        headers: { authorization: 'Bearer key', [TAKE_HEADER]: '0' },
        body: formOf({ prompt: 'a' }),
      }),
    );
    return ((await answer.json()) as { data: { uuids: string[] } }).data.uuids[0]!;
  };
  const uuids = [await create(), await create()];
  expect(uuids[0]).not.toBe(uuids[1]);
  await settle();
  await settle();
  for (const uuid of uuids) {
    const { data } = await service.postJson('/api/queryGenerationResult', { uuid });
    expect(data.status).toBe('completed');
  }
  expect(made).toBe(1);
});

test('what was made before a restart is known to the first query after it', async () => {
  const data = await temporaryFolder();
  const first = openTestService({ data });
  const form = formOf({ prompt: 'a' });
  const [uuid] = (await first.postJson('/api/createNormalPicture', form))['data'].uuids;
  const ask = async (service: typeof first): Promise<string> =>
    (await service.postJson('/api/queryGenerationResult', { uuid }))['data'].status;
  while ((await ask(first)) !== 'completed') await settle();
  await first.close();

  const makers = fakeMakers({
    makePicture: () => Promise.reject(new Error('nothing is made again')),
  });
  const second = openTestService({ data, makers });
  expect(await ask(second)).toBe('completed');
  await second.close();
});

test('a job under way when the service closes is no failure', async () => {
  const data = await temporaryFolder();
  const never = fakeMakers({ makePicture: () => new Promise(() => {}) });
  const first = openTestService({ data, makers: never });
  const form = formOf({ prompt: 'a' });
  const [uuid] = (await first.postJson('/api/createNormalPicture', form))['data'].uuids;
  await first.close();
  const second = openTestService({ data });
  const ask = () => second.postJson('/api/queryGenerationResult', { uuid });
  expect((await ask())['data'].status).toBe('processing');
  while ((await ask())['data'].status !== 'completed') await settle();
  await second.close();
});

test('a conversion that fails is told once, gives its points back, and can be tried again', async () => {
  let broken = true;
  const working = fakeMakers();
  const makers = fakeMakers({
    convert: (spec) =>
      broken ? Promise.reject(new Error('no tool for it')) : working.convert(spec),
  });
  const service = openTestService({ makers, points: 100 });
  const body = { prompt: 'a', modelCount: 1 };
  const [uuid] = (await service.postJson('/api/generateModelWithText', body))['uuids'];
  await settle();
  await service.postJson('/api/retrieveModel', { uuid });
  const convert = () => service.postJson('/api/convertToFormat', { uuid, modelType: 'stl' });
  const points = async (): Promise<number> =>
    (await service.postJson('/api/queryPointsInfo', {}))['data'].total_points;

  expect(await convert()).toMatchObject({ statusType: 1 });
  await settle();
  expect(await convert()).toMatchObject({
    statusType: -1,
    message: expect.stringContaining('no tool for it'),
  });
  expect(await points()).toBe(70);
  broken = false;
  expect(await convert()).toMatchObject({ statusType: 1 });
  await settle();
  expect(await convert()).toMatchObject({ statusType: 0, scaleNumber: 2 });
  expect(await points()).toBe(60);
});
