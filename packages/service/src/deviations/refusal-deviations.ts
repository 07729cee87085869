import type { Deviation, Rewrite } from './deviation.ts';
import { breaks, delayed, says } from './rewritings.ts';

const PICTURE = ['createNormalPicture', 'createNormalVideo'];
const MODEL = ['generateModelWithText', 'generateModelWithImage'];
const V1 = ['generateImages'];
const CREATES = [...PICTURE, ...MODEL, ...V1, 'createCuteModelsFromImages'];

const refused = { instead: true, outcome: 'refused' } as const;
/** Nothing was charged, but what came does not prove it. */
const unclear = { instead: true, outcome: 'doubt' } as const;

type Row = readonly [name: string, what: string, rewrite: Rewrite];

/** Refusals under HTTP 200, of a documented shape or near it. */
const UNDER_200 = (
  [
    ['401-in-code', '`code` 401', says(200, { code: 401, msg: 'The key has expired.' })],
    ['401-as-text', 'the plain text `Unauthorized`', says(200, 'Unauthorized')],
    ['bad-key-as-text', 'the plain text `Invalid API key.`', says(200, 'Invalid API key.')],
    [
      '402-in-error',
      '`error.code` 402',
      says(200, { error: { code: 402, message: 'Please top up.' } }),
    ],
    ['403-in-status', '`status` 403', says(200, { status: 403, detail: 'Not for this account.' })],
    [
      '400-list',
      'the `errors` of a 400',
      says(200, { errors: [{ msg: 'The prompt is too long.', path: 'prompt', location: 'body' }] }),
    ],
  ] satisfies readonly Row[]
).map(([name, what, rewrite]): Deviation => ({
  name: `refused-under-200-${name}`,
  what: `A create is refused under HTTP 200 with ${what}.`,
  of: CREATES,
  rewrite,
  ...refused,
}));

/** Words under HTTP 200 that prove nothing. */
const WORDS_UNDER_200 = (
  [
    ['detail', '`detail`', says(200, { detail: 'Down until 10:00.' })],
    ['msg', '`msg`', says(200, { code: 1001, msg: 'The queue is full.' })],
    ['message', '`success: false`', says(200, { success: false, message: 'We are busy.' })],
    ['error', '`error` as text', says(200, { error: 'The worker pool is exhausted.' })],
    ['429-in-code', '`code` 429', says(200, { code: 429, message: 'Too many requests.' })],
    ['400-in-code', '`code` 400', says(200, { code: 400, message: 'A bad request.' })],
    ['500-in-code', '`code` 500', says(200, { code: 500, message: 'Internal error.' })],
    ['maintenance', 'a text of maintenance', says(200, 'Scheduled maintenance until noon.')],
    [
      'page',
      'a page of maintenance',
      says(200, '<!doctype html><html><head><title>We are down</title></head></html>'),
    ],
    ['sign-in', 'a page to sign in', says(200, '<html><body><h1>Sign in</h1></body></html>')],
    [
      'control-characters',
      'words with control characters',
      says(200, { message: 'a\u001b[31mred\u202e\r\nword' }),
    ],
    ['long', 'a message of a million characters', says(200, { message: 'long '.repeat(200_000) })],
  ] satisfies readonly Row[]
).map(([name, what, rewrite]): Deviation => ({
  name: `words-under-200-${name}`,
  what: `A create answers HTTP 200 with ${what} and without UUIDs.`,
  of: CREATES,
  rewrite,
  ...unclear,
}));

/** Refusals whose body is not the documented one. */
const BODIES = (
  [
    [
      '400-detail',
      'HTTP 400 with a list in `detail`',
      says(400, { detail: [{ msg: 'Too long.' }] }),
    ],
    ['400-text', 'HTTP 400 as plain text', says(400, 'The prompt is too long.')],
    ['400-empty', 'HTTP 400 without a body', says(400, '')],
    ['401-json', 'HTTP 401 as JSON', says(401, { message: 'The key is invalid.' })],
    ['401-page', 'HTTP 401 as a page', says(401, '<html><title>Unauthorized</title></html>')],
    ['402-text', 'HTTP 402 as plain text', says(402, 'Not enough points.')],
    ['403-text', 'HTTP 403 as plain text', says(403, 'Your plan has no 3D.')],
    ['413-page', 'HTTP 413 as a page', says(413, '<html><title>Request too large</title></html>')],
    ['422', 'HTTP 422', says(422, { detail: 'The ratio is not supported.' })],
    ['404-page', 'HTTP 404 as a page', says(404, '<html><title>Not found</title></html>')],
    ['405', 'HTTP 405', says(405, { message: 'Method not allowed.' })],
    [
      '403-firewall',
      'HTTP 403 as the page of a firewall',
      says(403, '<!doctype html><title>Access denied</title>'),
    ],
    ['451', 'HTTP 451', says(451, { message: 'Not in your country.' })],
  ] satisfies readonly Row[]
).map(([name, what, rewrite]): Deviation => ({
  name: `refused-${name}`,
  what: `A create is refused with ${what}.`,
  of: CREATES,
  rewrite,
  ...refused,
}));

/** Errors of group V1, whose body nobody documented (section 7.3). */
const OF_V1 = (
  [
    [
      '403-insufficient-credits',
      'HTTP 403 with `insufficient_credits`',
      says(403, { error: { code: 'insufficient_credits', message: 'You have 2 credits.' } }),
    ],
    [
      '403-insufficient-as-text',
      'HTTP 403 with the text `insufficient credits`',
      says(403, { error: 'insufficient credits' }),
    ],
    ['402', 'HTTP 402', says(402, { error: { message: 'Payment required.' } })],
    ['401', 'HTTP 401', says(401, { error: { message: 'Incorrect API key.' } })],
    [
      '400-policy',
      'HTTP 400 with `content_policy_violation`',
      says(400, { error: { code: 'content_policy_violation', message: 'Not allowed.' } }),
    ],
    [
      '403-model',
      'HTTP 403 with `model_not_allowed`',
      says(403, { error: { code: 'model_not_allowed', message: 'Not your model.' } }),
    ],
    ['400-text', 'HTTP 400 as plain text', says(400, 'aspect_ratio is not supported')],
  ] satisfies readonly Row[]
).map(([name, what, rewrite]): Deviation => ({
  name: `v1-${name}`,
  what: `Group V1 refuses a create with ${what}.`,
  of: V1,
  rewrite,
  ...refused,
}));

/** Where something else than the service answers, or answers before it. */
const REDIRECTS: readonly Deviation[] = [301, 302, 303, 307, 308].map((code): Deviation => ({
  name: `create-redirects-${code}`,
  what: `A create is answered with HTTP ${code} and the address of another service.`,
  of: [...PICTURE, ...MODEL],
  instead: true,
  rewrite: (answer, { url: { pathname } }) =>
    says(code, '', { location: `https://api.example/v2${pathname}?token=x` })(
      answer,
      null as never,
    ),
  outcome: code === 302 || code === 303 ? 'doubt' : 'refused',
}));

/** Failures of creates, with the charge and without. */
const FAILURES: readonly Deviation[] = [
  ...(
    [
      ['408', 'HTTP 408', says(408, { message: 'The function ran out of time.' })],
      ['499', 'HTTP 499', says(499, { message: 'The operation was cancelled.' })],
      ['500', 'HTTP 500', says(500, { message: 'Internal error.' })],
      ['502-page', 'a page under HTTP 502', says(502, '<html><title>Bad gateway</title></html>')],
      [
        '503-maintenance',
        'HTTP 503 and `Retry-After`',
        says(503, 'Down for maintenance.', { 'retry-after': '600' }),
      ],
      ['504', 'HTTP 504', says(504, { message: 'Upstream timed out.' })],
      ['520', 'HTTP 520', says(520, 'Unknown error')],
    ] satisfies readonly Row[]
  ).map(([name, what, rewrite]): Deviation => ({
    name: `create-fails-${name}`,
    what: `A create is charged and answers with ${what}.`,
    of: CREATES,
    rewrite,
    outcome: 'doubt',
  })),
  {
    name: 'create-answer-lost',
    what: 'A create is charged, and the connection breaks before the answer.',
    of: CREATES,
    rewrite: breaks('reset'),
    outcome: 'doubt',
  },
  {
    name: 'create-answer-cut',
    what: 'A create is charged, and its answer breaks off in the middle.',
    of: CREATES,
    rewrite: breaks('truncate'),
    outcome: 'doubt',
  },
  {
    name: 'create-answer-short',
    what: 'A create is charged, and its answer ends in the middle without a sign.',
    of: CREATES,
    rewrite: breaks('short'),
    outcome: 'doubt',
  },
  {
    name: 'create-reset',
    what: 'The connection of a create breaks before anything is done.',
    of: CREATES,
    rewrite: breaks('reset'),
    ...unclear,
  },
  {
    name: 'create-slow',
    what: 'Creates answer after a third of a second.',
    of: CREATES,
    rewrite: delayed(300),
    outcome: 'taken',
  },
];

/** How creates are refused, and how they fail. */
export const REFUSAL_DEVIATIONS: readonly Deviation[] = [
  ...UNDER_200,
  ...WORDS_UNDER_200,
  ...BODIES,
  ...OF_V1,
  ...REDIRECTS,
  ...FAILURES,
];
