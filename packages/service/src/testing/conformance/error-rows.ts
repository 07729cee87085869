import { expect } from 'vitest';
import { call, form, type Row, type Target } from './target.ts';

const CREATES = [
  'generateModelWithText',
  'generateModelWithImage',
  'createNormalPicture',
  'createNormalVideo',
  'createCuteModelsFromImages',
];
const UUID = { uuid: '00000000-0000-4000-8000-000000000000' };
const PROMPT = { prompt: 'a stone', modelCount: 1 };

const keys = [null, ''];

/** Section 5, on every operation; a wrong key is tried where we know the right one. */
const AUTHENTICATION: readonly Row[] = [
  ...CREATES.map((name): Row => ({
    section: '5.4, 7.1',
    says: `${name}: 401 with a plain string without a key`,
    async run(target) {
      for (const key of keys) {
        const answer = await target.send('POST', `/api/${name}`, PROMPT, { key });
        expect(answer.status).toBe(401);
        expect(typeof answer.body).toBe('string');
      }
    },
  })),
  ...(
    [
      ['retrieveModel', 'codeStatus', -1],
      ['convertToFormat', 'statusType', -1],
      ['queryPointsInfo', 'statusType', -1],
      ['queryJobProgress', 'statusType', -2],
      ['checkHumanImage', 'statusCode', -1],
    ] as const
  ).map(([name, field, value]): Row => ({
    section: '3.1, 5.4',
    says: `${name}: ${field} ${value} without a key`,
    async run(target) {
      for (const key of keys) {
        const answer = await target.send('POST', `/api/${name}`, UUID, { key });
        expect(answer.status).toBe(200);
        expect(answer.body[field]).toBe(value);
      }
    },
  })),
  ...['GET /openapi/v1/models', 'POST /openapi/v1/images/generations'].map((operation): Row => ({
    section: '4.1, 5.3',
    says: `${operation}: 401 without a key`,
    async run(target) {
      const [method = '', path = ''] = operation.split(' ');
      for (const key of keys) {
        const body = method === 'POST' ? PROMPT : undefined;
        expect((await target.send(method, path, body, { key })).status).toBe(401);
      }
    },
  })),
  {
    section: '5.1',
    says: 'a wrong key is refused, the right one is not',
    given: { key: 'right' },
    async run(target) {
      const ask = async (key: string): Promise<number> =>
        (await target.send('POST', '/api/retrieveModel', UUID, { key })).body.codeStatus;
      expect(await ask('wrong')).toBe(-1);
      expect(await ask('right ')).toBe(-2);
      expect(await ask('right')).toBe(-2);
    },
  },
];

const refusal = { message: expect.any(String), error: expect.any(String) };

async function creates(target: Target): Promise<[string, number, unknown][]> {
  const answers: [string, number, unknown][] = [];
  for (const name of ['generateModelWithText', 'createNormalPicture']) {
    const body = name === 'generateModelWithText' ? PROMPT : form({ prompt: 'a hill' });
    const answer = await call(target, name, body);
    answers.push([name, answer.status, answer.body]);
  }
  return answers;
}

/** Section 7.1 beyond invalid fields. */
const REFUSALS: readonly Row[] = [
  ...([3, 4] as const).map((limitType): Row => ({
    section: '3.1, 7.1',
    says: `moderation: 200 with limitType ${limitType}, and nothing charged`,
    given: { moderation: { 3: ['wicked'], 4: ['very bad'] } },
    async run(target) {
      const prompt = limitType === 3 ? 'a WICKED stone' : 'a very  bad stone';
      const before = (await call(target, 'queryPointsInfo', {})).body.data.total_points;
      for (const [name, body] of [
        ['generateModelWithText', { prompt }],
        ['createNormalPicture', form({ prompt })],
        ['createNormalVideo', form({ prompt })],
      ] as const) {
        const answer = await call(target, name, body);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ limitType, message: expect.any(String) });
      }
      const after = (await call(target, 'queryPointsInfo', {})).body.data.total_points;
      expect(after).toBe(before);
    },
  })),
  {
    section: '7.1',
    says: '402 when there are not enough points',
    given: { points: 1 },
    async run(target) {
      for (const [, status, body] of await creates(target)) {
        expect([status, body]).toEqual([402, refusal]);
      }
    },
  },
  {
    section: '7.1',
    says: '403 without permission for a generation',
    given: { forbidden: ['generateModelWithText', 'createNormalPicture'] },
    async run(target) {
      for (const [, status, body] of await creates(target)) {
        expect([status, body]).toEqual([403, refusal]);
      }
    },
  },
  {
    section: '7.1, 8',
    says: '429 beyond the rate limit: retry after a minute',
    given: { rate: 2 },
    async run(target) {
      await creates(target);
      const answer = await call(target, 'generateModelWithText', PROMPT);
      expect(answer.status).toBe(429);
      expect(answer.body).toEqual({ ...refusal, message: expect.stringMatching(/minute/) });
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      const v1 = await target.send('GET', '/openapi/v1/models');
      expect(v1.status).toBe(429);
      expect(v1.headers.get('x-ratelimit-remaining')).toBe('0');
    },
  },
  {
    section: '7.1',
    says: '500 when the service is unavailable',
    given: {
      faults: [
        {
          target: 'create',
          effect: { type: 'status', status: 500, retryAfter: null },
          from: 1,
          to: 2,
        },
      ],
    },
    async run(target) {
      for (const [, status, body] of await creates(target)) {
        expect([status, body]).toEqual([500, refusal]);
      }
    },
  },
];

const MALFORMED = ['', '{', 'null', '[]', '"text"', '{"prompt":'];

/** Bodies and methods that are not what the operation takes. */
const BODIES: readonly Row[] = [
  ...MALFORMED.map((text): Row => ({
    section: '7.1',
    says: `a JSON body of ${JSON.stringify(text)} is refused`,
    async run(target) {
      const send = async (name: string) => target.send('POST', `/api/${name}`, text);
      const create = await send('generateModelWithText');
      expect(create.status).toBe(400);
      expect(create.body.errors[0]).toMatchObject({ path: 'body', location: 'body' });
      expect((await send('retrieveModel')).body.codeStatus).toBe(-2);
      expect((await send('queryJobProgress')).body.statusType).toBe(-2);
      expect((await send('convertToFormat')).body.statusType).toBe(-1);
      expect((await send('queryGenerationResult')).body.success).toBe(false);
    },
  })),
  {
    section: '4.2',
    says: 'a body of another media type is refused',
    async run(target) {
      for (const [name, type] of [
        ['generateModelWithText', 'text/plain'],
        ['createNormalPicture', 'application/json'],
        ['createNormalPicture', 'multipart/form-data'],
        ['createNormalPicture', 'multipart/form-data; boundary=x'],
        ['generateModelWithImage', 'application/x-www-form-urlencoded'],
      ] as const) {
        const { status, body } = await target.send('POST', `/api/${name}`, '{"prompt":"a"}', {
          type,
        });
        expect([name, type, status]).toEqual([name, type, 400]);
        expect(body.errors[0].path).toBe('body');
      }
    },
  },
  {
    section: '4',
    says: 'a LEGACY operation takes POST alone, the model list GET alone',
    async run(target) {
      for (const name of [...CREATES, 'retrieveModel', 'queryPointsInfo']) {
        const answer = await target.send('GET', `/api/${name}`);
        expect(answer.status).toBe(405);
        expect(answer.headers.get('allow')).toBe('POST');
      }
      expect((await target.send('POST', '/openapi/v1/models', {})).status).toBe(405);
      expect((await target.send('POST', '/api/noSuchOperation', {})).status).toBe(404);
    },
  },
];

export const ERRORS: readonly Row[] = [...AUTHENTICATION, ...REFUSALS, ...BODIES];
