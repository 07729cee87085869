import type { Deviation } from './deviation.ts';
import { all, header, says } from './rewritings.ts';

const CREATES = [
  'createNormalPicture',
  'createNormalVideo',
  'generateModelWithText',
  'generateModelWithImage',
  'createCuteModelsFromImages',
];
const V1 = ['generateImages', 'models'];

const limited = (retryAfter: string | null) =>
  says(
    429,
    { message: 'Too many requests.' },
    retryAfter === null ? {} : { 'retry-after': retryAfter },
  );

/** Rate limits, and what is said of them. */
export const PACE_DEVIATIONS: readonly Deviation[] = [
  ...(
    [
      ['seconds', '`Retry-After: 2`', '2'],
      ['fraction', '`Retry-After: 0.5`', '0.5'],
      ['zero', '`Retry-After: 0`', '0'],
      ['date', 'a date in `Retry-After`', 'Wed, 21 Oct 2026 07:28:00 GMT'],
      ['negative', '`Retry-After: -1`', '-1'],
      ['words', '`Retry-After: soon`', 'soon'],
      ['missing', 'no `Retry-After`', null],
    ] as const
  ).map(([name, what, value]): Deviation => ({
    name: `retry-after-${name}`,
    what: `The first create is refused by the rate limit, with ${what}.`,
    of: CREATES,
    to: 1,
    instead: true,
    rewrite: limited(value),
    outcome: 'taken',
  })),
  {
    name: 'retry-after-hour',
    what: 'The first create is refused by the rate limit for an hour: `Retry-After: 3600`.',
    of: CREATES,
    to: 1,
    instead: true,
    rewrite: limited('3600'),
    outcome: 'refused',
  },
  {
    name: 'retry-after-for-ever',
    what: 'Every create is refused by the rate limit, with `Retry-After: 30`.',
    of: CREATES,
    instead: true,
    rewrite: limited('30'),
    outcome: 'refused',
  },
  ...(
    [
      ['in-milliseconds', String(Date.UTC(2026, 10, 22))],
      ['in-seconds-from-now', '30'],
      ['as-a-date', 'Sun, 22 Nov 2026 19:00:00 GMT'],
      ['negative', '-1'],
    ] as const
  ).map(([name, value]): Deviation => ({
    name: `rate-reset-${name}`,
    what: `\`X-RateLimit-Reset\` is \`${value}\`, with requests left.`,
    of: V1,
    rewrite: header('x-ratelimit-reset', value),
    outcome: 'taken',
  })),
  {
    name: 'rate-none-remaining',
    what: '`X-RateLimit-Remaining` is always 0, and the reset is a minute away.',
    of: V1,
    rewrite: all(header('x-ratelimit-remaining', '0'), header('x-ratelimit-reset', '60')),
    outcome: 'taken',
  },
  {
    name: 'rate-limit-zero',
    what: '`X-RateLimit-Limit` is 0.',
    of: V1,
    rewrite: header('x-ratelimit-limit', '0'),
    outcome: 'taken',
  },
  {
    name: 'rate-headers-missing',
    what: 'Group V1 has no headers of a rate limit.',
    of: V1,
    rewrite: all(
      header('x-ratelimit-limit', null),
      header('x-ratelimit-remaining', null),
      header('x-ratelimit-reset', null),
    ),
    outcome: 'taken',
  },
];
