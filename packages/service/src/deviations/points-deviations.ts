import type { Deviation } from './deviation.ts';
import { all, json, says, set, setData, status, without } from './rewritings.ts';

const MODEL = ['generateModelWithText', 'generateModelWithImage'];
const BALANCE = ['queryPointsInfo'];

/** What the service says of points: in creates, and in the balance. What it charges is another matter. */
export const POINTS_DEVIATIONS: readonly Deviation[] = [
  ...(
    [
      ['negative', -30],
      ['fraction', 1.5],
      ['in-words', 'many'],
      ['absurd', 1_000_000_000],
      ['object', { points: 30 }],
      ['null', null],
      ['zero', 0],
      ['text', '30'],
    ] as const
  ).map(([name, pointsDeducted]): Deviation => ({
    name: `points-${name}`,
    what: `An accepted create has \`pointsDeducted\` ${JSON.stringify(pointsDeducted)}.`,
    of: MODEL,
    rewrite: set({ pointsDeducted }),
    outcome: 'taken',
  })),
  {
    name: 'points-missing',
    what: 'An accepted picture or video has no `pointsDeducted`.',
    of: ['createNormalPicture', 'createNormalVideo'],
    rewrite: setData({ pointsDeducted: undefined }),
    outcome: 'taken',
  },
  {
    name: 'v1-usage-missing',
    what: 'Group V1 does not say what a create cost.',
    of: ['generateImages'],
    rewrite: without('usage'),
    outcome: 'taken',
  },
  {
    name: 'v1-credits-negative',
    what: 'Group V1 says that a create cost -4 credits.',
    of: ['generateImages'],
    rewrite: set({ usage: { credits: -4 } }),
    outcome: 'taken',
  },
  {
    name: 'balance-as-text',
    what: 'The numbers of the balance come as text.',
    of: BALANCE,
    rewrite: json((body) => ({
      ...body,
      data: Object.fromEntries(
        Object.entries(body.data).map(([name, value]) => [
          name,
          value === null ? null : String(value),
        ]),
      ),
    })),
    outcome: 'taken',
  },
  {
    name: 'balance-missing',
    what: 'The balance has no `total_points`.',
    of: BALANCE,
    rewrite: setData({ total_points: undefined }),
    outcome: 'taken',
  },
  {
    name: 'balance-null',
    what: 'The balance has null as `data`.',
    of: BALANCE,
    rewrite: set({ data: null }),
    outcome: 'taken',
  },
  {
    name: 'balance-invalid',
    what: 'The query of the balance is invalid (`statusType` -1), and the key is good.',
    of: BALANCE,
    rewrite: set({ statusType: -1, message: 'The query failed.' }),
    outcome: 'taken',
  },
  {
    name: 'balance-not-there',
    what: 'The service has no query of the balance: HTTP 404.',
    of: BALANCE,
    instead: true,
    rewrite: says(404, '<html><title>Not found</title></html>'),
    outcome: 'taken',
  },
  {
    name: 'balance-fails',
    what: 'The query of the balance fails with HTTP 500.',
    of: BALANCE,
    rewrite: status(500),
    outcome: 'taken',
  },
  {
    name: 'balance-negative',
    what: 'The balance is below 0: the account owes points.',
    of: BALANCE,
    rewrite: setData({ total_points: -12 }),
    outcome: 'refused',
  },
  {
    name: 'balance-zero',
    what: 'The balance is 0, as where a plan has no limit, and creates are accepted.',
    of: BALANCE,
    rewrite: setData({ total_points: 0 }),
    outcome: 'taken',
  },
  {
    name: 'balance-refuses-the-key',
    what: 'The query of the balance does not accept the key, and creates do.',
    of: BALANCE,
    rewrite: all(status(200), set({ statusType: -1, message: 'The token is invalid.' })),
    outcome: 'refused',
  },
];
