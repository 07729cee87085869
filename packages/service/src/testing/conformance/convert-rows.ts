import { expect } from 'vitest';
import { finished, model } from './state-rows.ts';
import { call, until, type Answer, type Row, type Target } from './target.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

const convert = (target: Target, fields: object): Promise<Answer> =>
  call(target, 'convertToFormat', fields);
const ready = async (target: Target): Promise<string> => {
  const uuid = await model(target);
  await finished(target, uuid);
  return uuid;
};
const points = async (target: Target): Promise<number> =>
  (await call(target, 'queryPointsInfo', {})).body.data.total_points;

/** `convertToFormat`. */
export const CONVERSIONS: readonly Row[] = [
  ...['fbx', 'glb', 'obj', 'stl', 'usdz'].map((modelType): Row => ({
    section: '3.1, 4.2',
    says: `convertToFormat ${modelType}: 1 while converting, then 0 with URL and scaleNumber`,
    spends: true,
    async run(target) {
      const uuid = await ready(target);
      const fields = { uuid, modelType, modelSize: 50 };
      const { status, body } = await convert(target, fields);
      expect(status).toBe(200);
      expect(body).toEqual({
        statusType: 1,
        message: expect.stringMatching(/\S/),
        modelUrl: null,
        scaleNumber: null,
        modelSize: 50,
      });
      const done = await until(
        target,
        () => convert(target, fields),
        ({ statusType }) => statusType !== 1,
      );
      expect(done.body).toEqual({
        statusType: 0,
        message: expect.any(String),
        modelUrl: expect.stringMatching(/^https?:/),
        scaleNumber: expect.toSatisfy(Number.isInteger),
        modelSize: 50,
      });
      const file = await target.download(done.body.modelUrl);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
    },
  })),
  {
    section: '4.2',
    says: 'convertToFormat: modelType is glb, modelSize is 2',
    spends: true,
    async run(target) {
      const uuid = await ready(target);
      expect((await convert(target, { uuid })).body).toMatchObject({ statusType: 1, modelSize: 2 });
      const same = { uuid, modelType: 'glb', modelSize: 2 };
      await until(
        target,
        () => convert(target, same),
        ({ statusType }) => statusType === 0,
      );
      expect((await convert(target, { uuid })).body.statusType).toBe(0);
    },
  },
  {
    section: '4.2, 8',
    says: 'convertToFormat consumes 10 points, once for a format and size',
    spends: true,
    async run(target) {
      const uuid = await ready(target);
      const before = await points(target);
      const fields = { uuid, modelType: 'stl', modelSize: 20 };
      await until(
        target,
        () => convert(target, fields),
        ({ statusType }) => statusType === 0,
      );
      await convert(target, fields);
      expect(await points(target)).toBe(before - 10);
      await convert(target, { ...fields, modelSize: 30 });
      expect(await points(target)).toBe(before - 20);
    },
  },
  {
    section: '4.2, 7.2',
    says: 'convertToFormat: -1 with a message that names a UUID without a model',
    async run(target) {
      const { status, body } = await convert(target, { uuid: NOWHERE, modelSize: 5 });
      expect(status).toBe(200);
      expect(body).toEqual({
        statusType: -1,
        message: expect.stringContaining(NOWHERE),
        modelUrl: null,
        scaleNumber: null,
        modelSize: 5,
      });
    },
  },
  ...[
    {},
    { uuid: 5 },
    { modelType: 'ply' },
    { modelSize: 1 },
    { modelSize: 2.5 },
    { modelSize: '20' },
  ].map((fields): Row => ({
    section: '3.1, 4.2, 8',
    says: `convertToFormat refuses ${JSON.stringify(fields)} with -1`,
    async run(target) {
      const uuid = Object.keys(fields).length === 0 ? {} : { uuid: NOWHERE };
      const { status, body } = await convert(target, { ...uuid, ...fields });
      expect(status).toBe(200);
      expect(body).toMatchObject({ statusType: -1, modelUrl: null, scaleNumber: null });
      expect(body.message).toContain(Object.keys(fields)[0] ?? 'uuid');
    },
  })),
  {
    section: '4.2',
    says: 'convertToFormat: -1 without the points, and nothing begun',
    given: { points: 25 },
    async run(target) {
      const uuid = await ready(target);
      for (let tries = 0; tries < 2; tries++) {
        const { body } = await convert(target, { uuid, modelType: 'obj' });
        expect(body).toMatchObject({ statusType: -1, message: expect.stringMatching(/points/) });
      }
      expect(await points(target)).toBe(5);
    },
  },
];
