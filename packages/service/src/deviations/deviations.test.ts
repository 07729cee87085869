import zlib from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { OPERATIONS } from '../operations/operations.ts';
import { formOf, openTestService } from '../testing/open-test-service.ts';
import type { Deviation } from './deviation.ts';
import { DEVIATIONS } from './deviations.ts';
import { all, encoded, says, set, status } from './rewritings.ts';

const MODEL = { prompt: 'a fox', modelCount: 1 };
const TEXT = '/api/generateModelWithText';
const named = (name: string): Deviation => {
  const found = DEVIATIONS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no deviation ${name}`);
  return found;
};

describe('the table', () => {
  it('has names that are unique, and in kebab-case', () => {
    const names = DEVIATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(120);
  });

  it('concerns operations that there are, and says so in a sentence', () => {
    const known = new Set([...OPERATIONS.map(({ name }) => name), 'download']);
    for (const { name, of, what } of DEVIATIONS) {
      expect([name, of.filter((each) => !known.has(each))]).toEqual([name, []]);
      expect([name, of.length > 0]).toEqual([name, true]);
      expect(what).toMatch(/^[A-Z`].*\.$/s);
    }
  });
});

test('an answer is rewritten, and what it answers to is done', async () => {
  const service = openTestService({ deviations: [named('limit-type-0-with-uuids')] });
  const answer = await service.postJson(TEXT, MODEL);
  expect(answer).toMatchObject({ limitType: 0, uuids: [expect.any(String)] });
  expect((await service.postJson('/api/queryPointsInfo', {}))['data'].total_points).toBe(99_970);
});

test('what is answered instead is not done, though its body is read', async () => {
  const service = openTestService({ deviations: [named('refused-under-200-401-in-code')] });
  const form = formOf({ prompt: 'a hill', images: new Blob([new Uint8Array(300_000)]) });
  expect(await service.postJson('/api/createNormalPicture', form)).toMatchObject({ code: 401 });
  expect((await service.postJson('/api/queryPointsInfo', {}))['data'].total_points).toBe(100_000);
});

test('some happen to the first requests alone, or to those behind', async () => {
  const row = { what: 'Odd.', of: ['queryPointsInfo'], outcome: 'taken' } as const;
  const service = openTestService({
    deviations: [
      { ...row, name: 'first', to: 1, rewrite: status(503) },
      { ...row, name: 'behind', from: 3, to: 3, rewrite: status(418) },
    ],
  });
  const codes: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    codes.push((await service.post('/api/queryPointsInfo', {})).status);
  }
  expect(codes).toEqual([503, 200, 418, 200]);
});

test('several work on one answer, in their order', async () => {
  const row = { what: 'Odd.', of: ['queryPointsInfo'], outcome: 'taken' } as const;
  const service = openTestService({
    deviations: [
      { ...row, name: 'odd', rewrite: all(set({ statusType: 7 }), encoded('gzip', 'gzip')) },
      { ...row, name: 'status', rewrite: status(201) },
      { ...row, name: 'download', of: ['download'], rewrite: says(500, 'never') },
    ],
  });
  const response = await service.post('/api/queryPointsInfo', {});
  const text = zlib.gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(response.status).toBe(201);
  expect(JSON.parse(text)).toMatchObject({ statusType: 7 });
});

test('numbers instead of UUIDs are good for queries', async () => {
  const service = openTestService({ deviations: [named('numeric-ids')] });
  const created = await (await service.post(TEXT, MODEL)).text();
  const [, number] = /"uuids":\[(\d+)\]/.exec(created) ?? [];
  const progress = await service.postJson('/api/queryJobProgress', { uuid: number ?? '' });
  expect(progress).toMatchObject({ statusType: 0 });
});

test.each([
  ['create-answer-lost', 99_996],
  ['create-reset', 100_000],
])('%s breaks the connection', async (name, left) => {
  const service = openTestService({ deviations: [named(name)] });
  const create = service.post('/api/createNormalPicture', formOf({ prompt: 'a hill' }));
  await expect(create).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect((await service.postJson('/api/queryPointsInfo', {}))['data'].total_points).toBe(left);
});
