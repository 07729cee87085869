import type { Deviation, DeviationOutcome } from '@assetgen/service';
import { JOURNEYS, journeyOf } from './journeys.ts';
import type { Journey, JourneyName } from './journeys.ts';

type Pair<T> = readonly [first: T, second: T];

/** What comes of a deviation, in two runs: creates and points are those of all runs so far. */
export interface Expected {
  readonly journey: Journey;
  /** Creates on the wire. */
  readonly creates: Pair<number>;
  /** Charged by the service's ledger. */
  readonly points: Pair<number>;
  readonly exit: Pair<number>;
  /** The code of the error of each run. */
  readonly code: Pair<string | null>;
  /** Each has to be read in the first run. */
  readonly words: readonly (string | RegExp)[];
  /** What the report of the first run says it cost; null: unknown. */
  readonly told: number | null;
  readonly client: ExpectedOfClient;
}

export interface ExpectedOfClient {
  readonly creates: Pair<number>;
  readonly points: Pair<number>;
  /** null: it gets all results. */
  readonly code: string | null | 'any';
  readonly outcome: readonly string[] | 'any';
}

/** What a row says beyond its outcome. */
interface Own {
  readonly journey?: JourneyName;
  readonly creates?: Pair<number>;
  readonly points?: Pair<number>;
  readonly exit?: Pair<number>;
  readonly code?: string | Pair<string | null>;
  readonly words?: string | RegExp | readonly (string | RegExp)[];
  readonly told?: number | null;
  readonly client?: Partial<ExpectedOfClient>;
}

/** @param given another journey than the least that meets the deviation */
export function expectedOf(deviation: Deviation, given?: Journey): Expected {
  const own = OWN[deviation.name] ?? {};
  const least = own.journey === undefined ? journeyOf(deviation) : JOURNEYS[own.journey];
  const journey = given ?? least;
  const { price } = journey;
  const byOutcome = BY_OUTCOME[deviation.outcome];
  const creates = own.creates ?? byOutcome.creates;
  const isCharged = deviation.outcome !== 'refused' && deviation.instead !== true;
  const paid = isCharged || deviation.outcome === 'taken' ? price : 0;
  const points = own.points ?? [paid, paid];
  const code = own.code ?? byOutcome.code;
  const codes: Pair<string | null> = typeof code === 'string' ? [code, code] : code;
  return {
    journey,
    creates,
    points,
    exit: own.exit ?? [exitOf(codes[0]), exitOf(codes[1])],
    code: codes,
    words: [own.words ?? []].flat(),
    told: own.told === undefined ? (byOutcome.told === 'price' ? paid : byOutcome.told) : own.told,
    client: clientOf(deviation, own, paid, journey),
  };
}

const BY_OUTCOME = {
  taken: { creates: [1, 1], code: [null, null], told: 'price' },
  refused: { creates: [1, 2], code: 'ASSETGEN_REJECTED', told: 0 },
  doubt: { creates: [1, 1], code: 'ASSETGEN_AMBIGUOUS', told: null },
  kept: { creates: [1, 1], code: 'ASSETGEN_JOB_FAILED', told: 'price' },
} as const satisfies Record<DeviationOutcome, object>;

const EXITS: Readonly<Record<string, number>> = {
  ASSETGEN_AMBIGUOUS: 5,
  ASSETGEN_POINTS: 4,
  ASSETGEN_MODEL: 2,
};

function exitOf(code: string | null): number {
  return code === null ? 0 : (EXITS[code] ?? 1);
}

/** The client has no memory: each of its two runs creates anew. */
function clientOf(
  { outcome }: Deviation,
  own: Own,
  paid: number,
  { price }: Journey,
): ExpectedOfClient {
  const charged = own.client?.points?.[0] ?? (outcome === 'taken' ? price : paid);
  const byOutcome = {
    taken: { code: null, outcome: 'any' },
    refused: { code: 'any', outcome: ['rejected', 'not-sent'] },
    doubt: { code: 'any', outcome: ['accepted-unreadable', 'ambiguous'] },
    kept: { code: 'any', outcome: 'any' },
  } as const;
  return { creates: [1, 2], points: [charged, 2 * charged], ...byOutcome[outcome], ...own.client };
}

const each = (names: readonly string[], own: (name: string) => Own): Record<string, Own> =>
  Object.fromEntries(names.map((name) => [name, own(name)]));

const limits = (word: string): Own => ({ code: 'ASSETGEN_MODERATED', words: word });
const IDS = /IDs in it: [0-9a-f]{8}-/;
const UNREAD = 'unexpected answer';
/** The service charged nothing, and what came does not say so. */
const said = (words: string | RegExp): Own => ({
  words: [words, 'unchanged, so it was probably not charged yet', 'It is not submitted again'],
});
const refusedBy = (code: string, words: string | readonly string[]): Own => ({ code, words });
/** Refused before anything is bought: nothing goes out. */
const before = (code: string, words: string): Own => ({
  creates: [0, 0],
  points: [0, 0],
  code,
  words,
});
const unbought = { creates: [1, 2], code: null, outcome: 'any' } as const;
const again: Own = { creates: [2, 2], client: { creates: [2, 3] } };
const state = (name: string): Own => ({
  words: `is in state \`${name}\`, which is not in the specification`,
});
const ended = (name: string, said = ''): Own => ({
  code: 'ASSETGEN_JOB_FAILED',
  words: `the service reports state \`${name}\`${said}`,
});
const batch = (words: string): Own => ({
  code: 'ASSETGEN_BATCH',
  words: [words, 'They are paid for, and nothing is bought again'],
});
const failedFigure = (words: string): Own => ({
  code: 'ASSETGEN_JOB_FAILED',
  words: [words, 'No face was found in the image.'],
});
const noPortrait: Own = {
  ...before('ASSETGEN_PORTRAIT_UNKNOWN', 'the portrait check of hero.png gave no result'),
  client: { creates: [0, 0], outcome: 'any' },
};

/** Rows whose expectation is more than that of their outcome. All that are not `taken` stand here. */
const OWN: Readonly<Record<string, Own>> = {
  // Creates
  ...each(['limit-type-3-without-uuids', 'limit-type-text-3-without-uuids'], () =>
    limits('(limitType 3): The prompt is not allowed.'),
  ),
  ...each(['limit-type-4-without-uuids', 'limit-type-text-4-without-uuids'], () =>
    limits('(limitType 4): The prompt is not allowed.'),
  ),
  'limit-type-in-data': limits('(limitType 3): Not allowed.'),
  ...each(
    ['limit-type-0-without-uuids', 'limit-type-1-without-uuids', 'limit-type-text-9-without-uuids'],
    () => ({ words: ['neither uuids nor a limitType', 'Something is limited.'] }),
  ),
  'another-face-count': { words: 'the service applies 7 faces instead of' },
  'fewer-jobs-than-asked': {
    // What is missing is bought by the next run.
    journey: 'models',
    creates: [1, 2],
    points: [30, 60],
    told: 30,
    words: 'the service accepted 1 of 2 jobs',
    client: { points: [30, 60] },
  },
  'json-in-a-list': { words: ['expected a JSON object', IDS] },
  'uuids-that-differ': { words: [IDS, '00000000-0000-4000-8000-000000000000'] },
  'uuids-empty': { words: UNREAD },
  'uuids-null': { words: 'no uuids in it' },
  'uuids-in-a-sentence': { words: [IDS, /the service says: Your job [0-9a-f-]{36} was queued/] },
  'uuids-under-another-name': { words: IDS },
  'uuids-in-location': { words: IDS },
  'uuids-beside-success-false': { words: [IDS, 'The queue is full.'] },
  ...each(
    [
      'data-as-json-text',
      'json-as-text',
      'json-with-a-callback',
      'json-behind-a-warning',
      'json-in-single-quotes',
      'json-before-a-comment',
      'json-twice',
      'json-as-an-event-stream',
      'uuids-in-a-nested-list',
      'names-in-snake-case',
    ],
    () => ({ words: IDS }),
  ),
  ...each(['no-content-204', 'empty-body'], () => ({ words: 'expected a JSON object' })),
  ...each(
    ['null', 'true', 'text', 'number', 'empty-list', 'empty-object'].map((name) => `body-${name}`),
    () => ({ words: UNREAD }),
  ),
  ...each(
    ['400', '402', '403', '409', '422', '429', '500'].map((code) => `uuids-under-${code}`),
    (name) => ({
      words: [`HTTP ${name.slice(-3)} together with job IDs`, IDS],
    }),
  ),
  'v1-ids-under-403': { words: ['HTTP 403 together with job IDs', IDS] },

  // Points
  ...each(
    ['negative', 'fraction', 'in-words', 'absurd', 'object', 'null'].map(
      (name) => `points-${name}`,
    ),
    () => ({ told: null, words: 'accepted, points unknown' }),
  ),
  'points-zero': { told: 0 },
  'uuid-alone': { told: null },
  'bare-uuids': { told: null },
  'uuid-alone-in-data': { told: null },
  'uuids-as-data': { told: null },
  'uuids-as-objects-with-id': { told: null },
  'points-missing': { told: null },
  'v1-usage-missing': { told: null },
  'v1-credits-negative': { told: null },
  'v1-uuids-at-the-top': { told: null },
  'v1-task-alone': { told: null },
  'balance-negative': {
    ...before('ASSETGEN_POINTS', 'the balance is -12'),
    client: { ...unbought, points: [4, 8] },
  },
  'balance-refuses-the-key': {
    ...before('ASSETGEN_AUTH', 'the service does not accept the key: The token is invalid.'),
    client: { ...unbought, points: [4, 8] },
  },

  // Batches
  'batch-partly-failed': failedFigure('figure 2 "villain" failed'),
  'batch-first-failed': failedFigure('figure 1 "hero" failed'),
  'batch-success-as-text-false': failedFigure('figure 2 "villain" failed'),
  'batch-failed-image-left-out': batch('2 images with 1 result with 1 UUID'),
  'batch-more-results': batch('2 images with 3 results with 3 UUIDs'),
  'batch-all-in-one-element': batch('2 images with 1 result with 2 UUIDs'),
  'batch-several-uuids-in-one': batch('2 images with 2 results with 2 UUIDs'),
  'batch-one-uuid-for-two': batch('2 images with 2 results with 1 UUID'),
  'batch-uuids-at-the-top': batch('2 images with 1 result with 2 UUIDs'),
  'batch-in-data': batch('2 images with 1 result with 2 UUIDs'),
  'batch-results-in-data': { words: IDS },
  'batch-results-as-an-object': { words: IDS },
  'batch-without-uuids': { words: 'no uuids in its results' },
  ...each(['batch-all-failed', 'batch-all-in-failures'], () => ({
    words: 'made none of the figures: No face was found in the image.; The image is too small.',
  })),

  // Refusals
  'refused-under-200-401-in-code': refusedBy('ASSETGEN_AUTH', 'The key has expired.'),
  'refused-under-200-401-as-text': refusedBy('ASSETGEN_AUTH', 'Unauthorized'),
  'refused-under-200-bad-key-as-text': refusedBy('ASSETGEN_AUTH', 'Invalid API key.'),
  'refused-under-200-402-in-error': refusedBy('ASSETGEN_POINTS', 'Please top up.'),
  'refused-under-200-403-in-status': refusedBy('ASSETGEN_FORBIDDEN', 'Not for this account.'),
  'refused-under-200-400-list': { words: 'prompt: The prompt is too long.' },
  'words-under-200-detail': said(
    'the service says: Down until 10:00. Points may have been charged',
  ),
  'words-under-200-msg': said('the service says: The queue is full.'),
  'words-under-200-message': said('the service says: We are busy.'),
  'words-under-200-error': said('the service says: The worker pool is exhausted.'),
  'words-under-200-429-in-code': said('the service says: Too many requests.'),
  'words-under-200-400-in-code': said('the service says: A bad request.'),
  'words-under-200-500-in-code': said('the service says: Internal error.'),
  'words-under-200-maintenance': said('the service says: Scheduled maintenance until noon.'),
  'words-under-200-page': said('an HTML page, "We are down"'),
  'words-under-200-sign-in': said('an HTML page, "Sign in"'),
  'words-under-200-control-characters': said('the service says: a [31mred word'),
  'words-under-200-long': said(/says: (?:long ){90,100}/),
  'refused-400-detail': { words: '(HTTP 400): Too long.' },
  'refused-400-text': { words: '(HTTP 400): The prompt is too long.' },
  'refused-400-empty': { words: 'the request was refused (HTTP 400)' },
  'refused-401-json': refusedBy('ASSETGEN_AUTH', 'The key is invalid.'),
  'refused-401-page': refusedBy('ASSETGEN_AUTH', 'an HTML page, "Unauthorized"'),
  'refused-402-text': refusedBy('ASSETGEN_POINTS', 'Not enough points.'),
  'refused-403-text': refusedBy('ASSETGEN_FORBIDDEN', 'Your plan has no 3D.'),
  'refused-403-firewall': refusedBy('ASSETGEN_FORBIDDEN', [
    "received a web page instead of the service's answer",
    'A firewall or proxy before',
  ]),
  'refused-404-page': {
    words:
      /no operation at http:\/\/127\.0\.0\.1:\d+\/api\/createNormalPicture\. Check ASSETGEN_API_URL/,
  },
  'refused-405': { words: ['Method not allowed.', 'Check ASSETGEN_API_URL'] },
  'refused-413-page': { words: '(HTTP 413): an HTML page, "Request too large"' },
  'refused-422': { words: 'The ratio is not supported.' },
  'refused-451': { words: 'Not in your country.' },
  'v1-403-insufficient-credits': refusedBy('ASSETGEN_POINTS', 'You have 2 credits.'),
  'v1-403-insufficient-as-text': refusedBy('ASSETGEN_POINTS', 'insufficient credits'),
  'v1-402': refusedBy('ASSETGEN_POINTS', 'Payment required.'),
  'v1-401': refusedBy('ASSETGEN_AUTH', 'Incorrect API key.'),
  'v1-400-policy': { words: '(HTTP 400): Not allowed.' },
  'v1-403-model': refusedBy('ASSETGEN_FORBIDDEN', 'Not your model.'),
  'v1-400-text': { words: 'aspect_ratio is not supported' },
  ...each(
    ['301', '307', '308'].map((code) => `create-redirects-${code}`),
    () =>
      refusedBy('ASSETGEN_RESPONSE', [
        'the address redirects to https://api.example/v2/api/createNormalPicture?[signed]',
        'Set ASSETGEN_API_URL to https://api.example/v2 if that is your service.',
      ]),
  ),
  ...each(
    ['302', '303'].map((code) => `create-redirects-${code}`),
    () => said('redirects to https://api.example/v2/api/createNormalPicture?[signed]'),
  ),
  'create-fails-408': {
    words: ['(HTTP 408): The function ran out of time.', 'is 996 after, 4 less'],
  },
  'create-fails-499': { words: '(HTTP 499): The operation was cancelled.' },
  'create-fails-500': { words: ['(HTTP 500): Internal error.', 'is 996 after, 4 less'] },
  'create-fails-502-page': { words: '(HTTP 502): an HTML page, "Bad gateway"' },
  'create-fails-503-maintenance': { words: '(HTTP 503): Down for maintenance.' },
  'create-fails-504': { words: '(HTTP 504): Upstream timed out.' },
  'create-fails-520': { words: '(HTTP 520): Unknown error' },
  'create-answer-lost': { words: 'the request was sent, but no complete answer arrived' },
  'create-answer-cut': { words: 'the service accepted the request, but its answer was lost' },
  'create-answer-short': { words: 'expected a JSON object' },
  'create-reset': said('the request was sent, but no complete answer arrived'),

  // Rate limits
  ...each(
    ['seconds', 'fraction', 'zero', 'date', 'negative', 'words', 'missing'].map(
      (name) => `retry-after-${name}`,
    ),
    () => again,
  ),
  'retry-after-hour': {
    creates: [1, 2],
    points: [0, 4],
    code: ['ASSETGEN_WAIT', null],
    words: [
      'Too many requests.',
      /the service asks for a pause until .+Z, longer than the limit of 900 s/,
    ],
    client: { creates: [2, 3], points: [4, 8], code: null, outcome: 'any' },
  },
  'retry-after-for-ever': {
    // A build waits as the service asks, for as long as it may: `service.maxWait` is 900 s.
    creates: [31, 62],
    code: 'ASSETGEN_WAIT',
    words: [
      'Too many requests.',
      /the service asks for a pause until .+Z, longer than the limit of 900 s/,
    ],
    client: { creates: [5, 10] },
  },

  // Encodings
  'answers-in-an-unknown-encoding': { words: 'it is encoded as "compress"' },
  'answers-in-broken-gzip': { words: 'unexpected end of file' },

  // Jobs
  'result-failed-under-success-at-first': {
    code: ['ASSETGEN_JOB_FAILED', null],
    words: 'the service reports state `failed`',
  },
  'queries-403-page': {
    code: ['ASSETGEN_FORBIDDEN', null],
    words: ["received a web page instead of the service's answer", 'A firewall or proxy before'],
  },
  'model-key-refused-once': {
    code: ['ASSETGEN_AUTH', null],
    words: 'the service does not accept the key (codeStatus -1)',
  },
  ...each(
    ['succeeded', 'success', 'done', 'finished'].map((name) => `state-${name}`),
    (name) => state(name.slice('state-'.length)),
  ),
  'state-complete': state('Complete'),
  'state-a-number': state('2'),
  'state-rendering-at-first': state('rendering'),
  'code-status-unknown-at-first': { words: 'is in codeStatus 7' },
  ...each(
    ['error', 'cancelled', 'canceled', 'timeout', 'rejected', 'expired'].map(
      (name) => `state-${name}`,
    ),
    (name) => ended(name.slice('state-'.length), ': The worker was lost.'),
  ),
  'state-failed-in-capitals': ended('FAILED', ': The worker was lost.'),
  'state-failed-for-good': ended('failed'),
  'state-failed-with-success-false': ended('failed'),
  'state-odd-for-good': {
    code: 'ASSETGEN_JOB_TIMEOUT',
    words: 'last status: state `archiving`, which is not in the specification',
  },
  'code-status-unknown-for-good': {
    code: 'ASSETGEN_JOB_TIMEOUT',
    words: 'last status: codeStatus 7, which is not in the specification',
  },
  'code-status-failed': { words: 'The mesh has holes.' },
  'model-unknown-for-good': {
    code: 'ASSETGEN_JOB_UNKNOWN',
    words: ['the service does not know', 'The UUID does not exist.'],
  },
  'result-unknown-for-good': {
    code: 'ASSETGEN_JOB_UNKNOWN',
    words: ['the service does not know', 'Job not found.'],
  },
  'model-url-never': {
    code: 'ASSETGEN_NO_RESULT',
    words: 'is completed, but the service sent no result URL',
  },

  // Results
  'url-of-two-results': { code: 'ASSETGEN_NO_RESULT', words: 'sent no result URL' },
  'url-under-another-name': { code: 'ASSETGEN_NO_RESULT', words: 'sent no result URL' },
  'url-as-data': { code: 'ASSETGEN_DOWNLOAD', words: 'has the scheme data:' },
  'url-of-another-scheme': { code: 'ASSETGEN_DOWNLOAD', words: 'has the scheme s3:' },
  'link-never-good': { code: 'ASSETGEN_DOWNLOAD', words: 'failed: HTTP 403' },
  'link-redirects-for-ever': { code: 'ASSETGEN_DOWNLOAD', words: 'redirects more than 5 times' },
  'download-short-for-good': { code: 'ASSETGEN_CONTENT', words: 'the png is incomplete' },
  'download-page-for-good': { code: 'ASSETGEN_CONTENT', words: 'found a page of HTML or XML' },
  'download-of-another-kind': { code: 'ASSETGEN_CONTENT', words: '4 bytes of text' },
  'download-with-more-behind': { code: 'ASSETGEN_CONTENT', words: 'the png is incomplete' },

  // Others
  'models-empty': {
    ...before('ASSETGEN_MODEL', 'the service has no model "assetgen/image-2". It lists none.'),
    client: { ...unbought, points: [4, 8] },
  },
  ...each(
    ['text', 'number', 'null', 'maybe', 'limited'].map((name) => `portrait-${name}`),
    () => noPortrait,
  ),
  'conversion-page-once': {
    words: ['an HTML page, "One moment"', 'is 960 after, 10 less'],
    client: { code: null, outcome: 'any' },
  },
  'conversion-failed': {
    words: /conversion of [0-9a-f-]{36} to obj failed: The mesh cannot be written\./,
    told: 30,
  },
  'conversion-never-ends': {
    code: 'ASSETGEN_JOB_TIMEOUT',
    words: /the conversion of [0-9a-f-]{36} to obj did not end/,
  },
};

/** The names that have an expectation of their own. */
export const EXPECTED_NAMES: readonly string[] = Object.keys(OWN);
