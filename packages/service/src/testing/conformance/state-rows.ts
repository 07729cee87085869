import { expect } from 'vitest';
import { call, form, until, type Answer, type Body, type Row, type Target } from './target.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

async function model(target: Target): Promise<string> {
  const fields = { prompt: 'a stone', modelCount: 1, mesh_quality: 'standard', faceNum: 100_000 };
  return (await call(target, 'generateModelWithText', fields)).body.uuids[0];
}

async function picture(target: Target): Promise<string> {
  return (await call(target, 'createNormalPicture', form({ prompt: 'a hill' }))).body.data.uuids[0];
}

const finished = (target: Target, uuid: string): Promise<Answer> =>
  until(
    target,
    () => call(target, 'retrieveModel', { uuid }),
    (body) => body.codeStatus !== 1,
  );

const URL_TEXT = expect.stringMatching(/^https?:\/\/.+\?.+/);
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);

/** The states of section 3 and the answers of the queries. */
export const STATES: readonly Row[] = [
  {
    section: '2.3, 3.1, 4.2',
    says: 'retrieveModel: 1 while generating, 0 with the URLs when completed',
    spends: true,
    given: { jobSeconds: 60 },
    async run(target) {
      const uuid = await model(target);
      const { body: early } = await call(target, 'retrieveModel', { uuid });
      expect(early).toMatchObject({ codeStatus: 1, modelUrl: null, imageUrl: null });
      target.skip(60);
      const { status, body } = await finished(target, uuid);
      expect(status).toBe(200);
      expect(body).toEqual({
        codeStatus: 0,
        message: expect.any(String),
        modelUrl: URL_TEXT,
        imageUrl: URL_TEXT,
        prompts: 'a stone',
        createdAt: DATE,
        sourcePage: expect.any(String),
      });
    },
  },
  {
    section: '3.1, 7.2',
    says: 'retrieveModel: -2 for a UUID that does not exist',
    async run(target) {
      for (const uuid of [NOWHERE, 'x', '../../etc/passwd']) {
        const { status, body } = await call(target, 'retrieveModel', { uuid });
        expect(status).toBe(200);
        expect(body).toMatchObject({ codeStatus: -2, message: /\S/, modelUrl: null } as Body);
      }
    },
  },
  {
    section: '3.1',
    says: 'retrieveModel: -3 for a generation that failed',
    given: { faults: [{ target: 'create', effect: { type: 'fail' }, from: 1, to: 1 }] },
    async run(target) {
      const { body } = await finished(target, await model(target));
      expect(body).toMatchObject({ codeStatus: -3, modelUrl: null, imageUrl: null });
    },
  },
  {
    section: '4.2',
    says: 'retrieveModel: prompts is null for a model made from an image',
    spends: true,
    given: {},
    async run(target) {
      const { png } = await import('./target.ts');
      const image = form({
        image: await png(),
        modelCount: '1',
        mesh_quality: 'standard',
        faceNum: '100000',
      });
      const [uuid] = (await call(target, 'generateModelWithImage', image)).body.uuids;
      expect((await finished(target, uuid)).body).toMatchObject({ codeStatus: 0, prompts: null });
    },
  },
  {
    section: '2.4, 3.1, 4.2',
    says: 'queryGenerationResult: queued or processing, then completed with the URL',
    spends: true,
    given: { jobSeconds: 60 },
    async run(target) {
      const uuid = await picture(target);
      const ask = () => call(target, 'queryGenerationResult', { uuid });
      const { body: early } = await ask();
      expect(early).toMatchObject({ success: true, data: { uuid, resultUrl: null } });
      expect(early.data.status).toBe('queued');
      target.skip(30);
      expect((await ask()).body.data.status).toBe('processing');
      target.skip(30);
      const { body } = await until(target, ask, ({ data }) => data.resultUrl !== null);
      expect(body).toEqual({
        success: true,
        data: { uuid, status: 'completed', resultType: 'image', resultUrl: URL_TEXT },
      });
    },
  },
  {
    section: '2.4',
    says: 'queryGenerationResult: failed for a job that failed',
    given: { faults: [{ target: 'create', effect: { type: 'fail' }, from: 1, to: 1 }] },
    async run(target) {
      const uuid = await picture(target);
      const ask = () => call(target, 'queryGenerationResult', { uuid });
      const { body } = await until(target, ask, ({ data }) => data.status === 'failed');
      expect(body).toMatchObject({ success: true, data: { uuid, resultUrl: null } });
    },
  },
  {
    section: '2.4',
    says: 'queryGenerationResult: success false for a UUID that does not exist',
    async run(target) {
      const { status, body } = await call(target, 'queryGenerationResult', { uuid: NOWHERE });
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: false, data: { uuid: NOWHERE, resultUrl: null } });
    },
  },
  {
    section: '8',
    says: 'queries consume no points',
    async run(target) {
      const points = async () => (await call(target, 'queryPointsInfo', {})).body.data.total_points;
      const before = await points();
      for (const name of ['queryGenerationResult', 'retrieveModel', 'queryJobProgress']) {
        await call(target, name, { uuid: NOWHERE });
      }
      expect(await points()).toBe(before);
    },
  },
  {
    section: '3.1, 4.2',
    says: 'queryJobProgress: 0 with a percentage that never falls, up to 100 %',
    spends: true,
    given: { jobSeconds: 60 },
    async run(target) {
      const uuid = await picture(target);
      const seen: number[] = [];
      const ask = async () => {
        const answer = await call(target, 'queryJobProgress', { uuid });
        expect(answer.body).toMatchObject({ statusType: 0, progress: /^\d{1,3}%$/ } as Body);
        seen.push(Number.parseInt(answer.body.progress, 10));
        target.skip(7);
        return answer;
      };
      await until(target, ask, ({ progress }) => progress === '100%');
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
    },
  },
  {
    section: '3.1, 7.2',
    says: 'queryJobProgress: -1 for a job that does not exist, -2 for an invalid query',
    async run(target) {
      const { body } = await call(target, 'queryJobProgress', { uuid: NOWHERE });
      expect(body).toEqual({ statusType: -1, message: expect.any(String), progress: null });
      for (const query of [{}, { uuid: 5 }, { uuid: '' }]) {
        const { status, body } = await call(target, 'queryJobProgress', query);
        expect(status).toBe(200);
        expect(body).toEqual({ statusType: -2, message: expect.any(String), progress: null });
      }
    },
  },
  {
    section: '2.5, 3.1, 4.2',
    says: 'queryPointsInfo: the parts add up',
    async run(target) {
      const { status, body } = await call(target, 'queryPointsInfo', {});
      expect(status).toBe(200);
      expect(body.statusType).toBe(0);
      const { total_points, monthly_bonus_points, permanent_points, year_points } = body.data;
      for (const part of [total_points, monthly_bonus_points, permanent_points, year_points]) {
        expect(Number.isInteger(part)).toBe(true);
      }
      expect(total_points).toBe(monthly_bonus_points + permanent_points + year_points);
      expect(body.data).toHaveProperty('expiration_day');
      expect(body.message).toEqual(expect.any(String));
    },
  },
  {
    section: '2.5',
    says: 'limited points are spent first and have an expiration day',
    given: { points: { monthly: 10, annual: 10, permanent: 10 } },
    async run(target) {
      const data = async () => (await call(target, 'queryPointsInfo', {})).body.data;
      expect((await data()).expiration_day).toMatch(/^\d{4}-\d\d-\d\d$/);
      await call(target, 'createNormalPicture', form({ prompt: 'a', jobNum: '4' }));
      expect(await data()).toMatchObject({
        total_points: 14,
        monthly_bonus_points: 0,
        year_points: 4,
        permanent_points: 10,
      });
    },
  },
  {
    section: '5.5, 1.7',
    says: 'a result is behind a signed URL that needs no key and cannot be changed',
    spends: true,
    async run(target) {
      const { body } = await finished(target, await model(target));
      const file = await target.download(body.modelUrl);
      expect(file.status).toBe(200);
      const bytes = await file.arrayBuffer();
      expect(bytes.byteLength).toBeGreaterThan(0);
      const url = new URL(body.modelUrl);
      for (const name of url.searchParams.keys()) {
        const forged = new URL(url);
        forged.searchParams.set(name, `${url.searchParams.get(name)}1`);
        expect((await target.download(forged.href)).status).toBeGreaterThanOrEqual(400);
      }
    },
  },
  {
    section: '5.5',
    says: 'a signed URL expires, and the query gives a fresh one',
    given: { urlSeconds: 60 },
    async run(target) {
      const uuid = await model(target);
      const { body } = await finished(target, uuid);
      expect((await target.download(body.modelUrl)).status).toBe(200);
      target.skip(62);
      expect((await target.download(body.modelUrl)).status).toBe(403);
      const fresh = await finished(target, uuid);
      expect((await target.download(fresh.body.modelUrl)).status).toBe(200);
    },
  },
];

export { finished, model };
