import type { Deviation, Rewrite } from './deviation.ts';
import {
  all,
  breaks,
  header,
  json,
  says,
  set,
  setData,
  status,
  text,
  withText,
  without,
} from './rewritings.ts';
import type { Json } from './rewritings.ts';

const MODEL = ['retrieveModel'];
const RESULT = ['queryGenerationResult'];
const PROGRESS = ['queryJobProgress'];
const POLLS = [...MODEL, ...RESULT];

const taken = { outcome: 'taken' } as const;
const kept = { outcome: 'kept' } as const;

const UNKNOWN_MODEL = { codeStatus: -2, message: 'The UUID does not exist.', modelUrl: null };
const pending = (body: Json): unknown => ({
  ...body,
  data: { ...body.data, status: 'processing', resultUrl: null },
});

/** A job that the query does not know yet, or for whose result it is too soon. */
const AT_FIRST: readonly Deviation[] = [
  {
    name: 'result-failed-at-first',
    what: 'Right after a create the result is `success: false` with the status `failed`.',
    of: RESULT,
    to: 3,
    rewrite: json(({ data }) => ({
      success: false,
      data: { ...data, status: 'failed', resultUrl: null },
    })),
    ...taken,
  },
  {
    name: 'result-failed-under-success-at-first',
    what: 'Right after a create the result is `success: true` with the status `failed`.',
    of: RESULT,
    to: 2,
    rewrite: setData({ status: 'failed', resultUrl: null }),
    ...kept,
  },
  {
    name: 'result-unknown-at-first',
    what: 'Right after a create the result is `success: false` without `data`.',
    of: RESULT,
    to: 3,
    rewrite: json(() => ({ success: false, message: 'Job not found.' })),
    ...taken,
  },
  {
    name: 'result-data-null-at-first',
    what: 'Right after a create the result is `success: true` with null as `data`.',
    of: RESULT,
    to: 2,
    rewrite: set({ data: null }),
    ...taken,
  },
  {
    name: 'result-404-at-first',
    what: 'Right after a create the query of the result is HTTP 404.',
    of: RESULT,
    to: 3,
    rewrite: says(404, { message: 'Not found' }),
    ...taken,
  },
  {
    name: 'model-unknown-at-first',
    what: 'Right after a create the UUID of a model does not exist (`codeStatus` -2).',
    of: MODEL,
    to: 4,
    rewrite: set(UNKNOWN_MODEL),
    ...taken,
  },
  {
    name: 'model-404-at-first',
    what: 'Right after a create the query of a model is HTTP 404.',
    of: MODEL,
    to: 3,
    rewrite: says(404, 'Not found'),
    ...taken,
  },
  {
    name: 'model-key-refused-once',
    what: 'A query of a model says once that the key is invalid (`codeStatus` -1).',
    of: MODEL,
    to: 1,
    rewrite: set({ codeStatus: -1, message: 'The token is invalid or expired.', modelUrl: null }),
    ...kept,
  },
];

/** States that the specification does not list. */
const STATES: readonly Deviation[] = [
  ...['succeeded', 'success', 'done', 'finished', 'COMPLETED', 'Complete'].map(
    (status): Deviation => ({
      name: `state-${status === 'COMPLETED' ? 'completed-in-capitals' : status.toLowerCase()}`,
      what: `A finished result has the state \`${status}\`, with its URL.`,
      of: RESULT,
      rewrite: json((body) =>
        body.data.status === 'completed' ? { ...body, data: { ...body.data, status } } : body,
      ),
      ...taken,
    }),
  ),
  ...['pending', 'running', 'in_progress', 'rendering', 'submitted'].map((status): Deviation => ({
    name: `state-${status.replace('_', '-')}-at-first`,
    what: `A result under way has the state \`${status}\`.`,
    of: RESULT,
    to: 3,
    rewrite: setData({ status, resultUrl: null }),
    ...taken,
  })),
  ...['error', 'cancelled', 'canceled', 'timeout', 'rejected', 'expired', 'FAILED'].map(
    (status): Deviation => ({
      name: `state-${status === 'FAILED' ? 'failed-in-capitals' : status}`,
      what: `A job that ended badly has the state \`${status}\`.`,
      of: RESULT,
      rewrite: json((body) => ({
        ...body,
        message: 'The worker was lost.',
        data: { ...body.data, status, resultUrl: null },
      })),
      ...kept,
    }),
  ),
  {
    name: 'state-failed-for-good',
    what: 'A job failed, and stays so.',
    of: RESULT,
    rewrite: setData({ status: 'failed', resultUrl: null }),
    ...kept,
  },
  {
    name: 'state-failed-with-success-false',
    what: 'A job failed, and its result is `success: false`, for good.',
    of: RESULT,
    rewrite: json(({ data }) => ({
      success: false,
      data: { ...data, status: 'failed', resultUrl: null },
    })),
    ...kept,
  },
  {
    name: 'state-odd-for-good',
    what: 'A job stays in the state `archiving`, which nobody documented, without a URL.',
    of: RESULT,
    rewrite: setData({ status: 'archiving', resultUrl: null }),
    ...kept,
  },
  {
    name: 'state-a-number',
    what: 'The state of a result is a number: 1 under way, 2 done.',
    of: RESULT,
    rewrite: json((body) => ({
      ...body,
      data: { ...body.data, status: body.data.status === 'completed' ? 2 : 1 },
    })),
    ...taken,
  },
  {
    name: 'state-missing',
    what: 'A finished result has its URL and no state.',
    of: RESULT,
    rewrite: json((body) =>
      body.data.resultUrl === null ? body : { ...body, data: { ...body.data, status: undefined } },
    ),
    ...taken,
  },
  {
    name: 'result-without-success',
    what: 'The query of a result has no `success`.',
    of: RESULT,
    rewrite: without('success'),
    ...taken,
  },
  {
    name: 'result-success-as-text',
    what: 'The query of a result has `success` as the text `true`.',
    of: RESULT,
    rewrite: set({ success: 'true' }),
    ...taken,
  },
  {
    name: 'result-at-the-top',
    what: 'State and URL of a result are at the top, not in `data`.',
    of: RESULT,
    rewrite: json(({ success, data }) => ({ success, ...data })),
    ...taken,
  },
  {
    name: 'result-in-a-list',
    what: '`data` of a result is a list that holds it alone.',
    of: RESULT,
    rewrite: json((body) => ({ ...body, data: [body.data] })),
    ...taken,
  },
  {
    name: 'result-type-missing',
    what: 'A result has null as its type.',
    of: RESULT,
    rewrite: setData({ resultType: null }),
    ...taken,
  },
  {
    name: 'result-of-another-uuid',
    what: 'The query of a result repeats another UUID than was asked for.',
    of: RESULT,
    to: 2,
    rewrite: all(json(pending), setData({ uuid: '00000000-0000-4000-8000-000000000000' })),
    ...taken,
  },
];

/** `codeStatus` of models. */
const CODES: readonly Deviation[] = [
  {
    name: 'code-status-as-text',
    what: '`codeStatus` comes as text.',
    of: MODEL,
    rewrite: json((body) => ({ ...body, codeStatus: String(body.codeStatus) })),
    ...taken,
  },
  {
    name: 'code-status-unknown-at-first',
    what: '`codeStatus` is 7 while a model is made.',
    of: MODEL,
    to: 3,
    rewrite: set({ codeStatus: 7, message: 'Baking.', modelUrl: null }),
    ...taken,
  },
  {
    name: 'code-status-unknown-for-good',
    what: '`codeStatus` is 7, and stays so.',
    of: MODEL,
    rewrite: set({ codeStatus: 7, message: 'Baking.', modelUrl: null }),
    ...kept,
  },
  {
    name: 'code-status-failed',
    what: 'A model failed (`codeStatus` -3), with the reason.',
    of: MODEL,
    rewrite: set({ codeStatus: -3, message: 'The mesh has holes.', modelUrl: null }),
    ...kept,
  },
  {
    name: 'model-unknown-for-good',
    what: 'The service never knows the UUID of a model that it charged (`codeStatus` -2).',
    of: MODEL,
    rewrite: set(UNKNOWN_MODEL),
    ...kept,
  },
  {
    name: 'result-unknown-for-good',
    what: 'The query of results never knows the UUIDs of group V1.',
    of: RESULT,
    rewrite: json(() => ({ success: false, message: 'Job not found.' })),
    ...kept,
  },
  {
    name: 'model-in-data',
    what: 'The answer of a model is in `data`.',
    of: MODEL,
    rewrite: json((body) => ({ success: true, data: body })),
    ...taken,
  },
  {
    name: 'model-url-later',
    what: 'A completed model has its URL a little later.',
    of: MODEL,
    to: 3,
    rewrite: set({ modelUrl: null }),
    ...taken,
  },
  {
    name: 'model-url-never',
    what: 'A completed model never has a URL.',
    of: MODEL,
    rewrite: set({ modelUrl: null }),
    ...kept,
  },
  {
    name: 'model-url-empty-at-first',
    what: 'A completed model has an empty text as URL at first.',
    of: MODEL,
    to: 2,
    rewrite: set({ modelUrl: '' }),
    ...taken,
  },
  {
    name: 'result-url-later',
    what: 'A completed picture has its URL a little later.',
    of: RESULT,
    to: 3,
    rewrite: setData({ resultUrl: null }),
    ...taken,
  },
];

/** What a job's progress is told as. */
const PROGRESSES: readonly Deviation[] = [
  ...(
    [
      ['above-100', '150%'],
      ['negative', '-5%'],
      ['in-words', 'almost there'],
      ['number', 45],
      ['null', null],
      ['with-a-comma', '45,5 %'],
    ] as const
  ).map(([name, progress]): Deviation => ({
    name: `progress-${name}`,
    what: `The progress of every job is \`${JSON.stringify(progress)}\`.`,
    of: PROGRESS,
    rewrite: set({ statusType: 0, progress }),
    ...taken,
  })),
  {
    name: 'progress-done-too-early',
    what: 'The progress is 100 % from the beginning.',
    of: PROGRESS,
    rewrite: set({ statusType: 0, progress: '100%' }),
    ...taken,
  },
  {
    name: 'progress-never-moves',
    what: 'The progress stays at 0 %.',
    of: PROGRESS,
    rewrite: set({ statusType: 0, progress: '0%' }),
    ...taken,
  },
  {
    name: 'progress-not-there',
    what: 'The service has no query of the progress: HTTP 404.',
    of: PROGRESS,
    instead: true,
    rewrite: says(404, '<html><title>Not found</title></html>'),
    ...taken,
  },
  {
    name: 'progress-unknown-job',
    what: 'The query of the progress knows no job (`statusType` -1).',
    of: PROGRESS,
    rewrite: set({ statusType: -1, message: 'The job does not exist.', progress: null }),
    ...taken,
  },
];

/** Queries that fail now and then. */
const TROUBLE: readonly Deviation[] = (
  [
    ['408', 'end in HTTP 408', says(408, { message: 'The function ran out of time.' })],
    ['500', 'fail with HTTP 500', says(500, { message: 'Internal error' })],
    ['502-page', 'are an HTML page under HTTP 502', says(502, '<html><title>Bad gateway</title>')],
    ['html', 'are an HTML page under HTTP 200', says(200, '<html><title>One moment</title>')],
    ['empty', 'have an empty body', (answer) => withText(answer, '')],
    ['cut-json', 'are half of their JSON', text((body) => body.slice(0, body.length / 2))],
    ['reset', 'end in a broken connection', breaks('reset')],
    ['truncated', 'break off in the middle of the body', breaks('truncate')],
    [
      '429',
      'are refused by the rate limit',
      says(429, { message: 'Slow down.' }, { 'retry-after': '3' }),
    ],
    ['bom', 'begin with a byte order mark', text((body) => `\uFEFF${body}`)],
    ['without-type', 'have no content type', header('content-type', null)],
    ['201', 'answer with HTTP 201', status(201)],
    ['204', 'answer with HTTP 204 and no body', says(204, '')],
    [
      'redirect',
      'are redirected to another service',
      says(302, '', { location: 'https://api.example/' }),
    ],
  ] as readonly (readonly [string, string, Rewrite])[]
).map(([name, what, rewrite]): Deviation => ({
  name: `queries-${name}`,
  what: `The first queries of results ${what}.`,
  of: POLLS,
  to: 2,
  rewrite,
  ...taken,
}));

/** Where a firewall is before the queries, and not before the creates. */
const WALL: Deviation = {
  name: 'queries-403-page',
  what: 'The first query of a result is answered by the page of a firewall.',
  of: POLLS,
  to: 1,
  rewrite: says(403, '<html><title>Denied</title>'),
  ...kept,
};

/** How queries of jobs and results answer. */
export const POLL_DEVIATIONS: readonly Deviation[] = [
  ...AT_FIRST,
  ...STATES,
  ...CODES,
  ...PROGRESSES,
  ...TROUBLE,
  WALL,
];
