import type { Deviation } from '@assetgen/service';
import { DEVIATION_GROUPS } from '@assetgen/service/deviations';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectedOf } from './expectations.ts';
import type { Expected } from './expectations.ts';
import { journeysOf, JOURNEYS } from './journeys.ts';
import { playClient, playPipeline } from './play.ts';

const PLAIN = { name: 'plain', what: 'None.', of: [], outcome: 'taken' } as const;

/**
 * Plays each row of some groups of deviations to the client and to a build, twice each.
 *
 * @param titles of `DEVIATION_GROUPS`
 */
export function deviationSuite(...titles: readonly string[]): void {
  // What is loaded with the first use takes time that the clock of a test cannot see.
  beforeAll(async () => {
    for (const journey of Object.values(JOURNEYS)) {
      await playPipeline({ ...PLAIN, rewrite: (answer) => answer }, journey);
    }
  });

  describe.each(titles)('%s', (title) => {
    const rows = DEVIATION_GROUPS[title] ?? [];
    const builds = rows.flatMap((row) => {
      const journeys = isOfEveryAnswer(row) ? journeysOf(row) : [expectedOf(row).journey];
      return journeys.map((journey) => [row.name, journey.name, row, journey] as const);
    });
    it.each(builds)('%s, to a build of one %s', async (_name, _journey, row, journey) => {
      const expected = expectedOf(row, journey);
      const runs = await playPipeline(row, expected.journey);
      const facts = runs.map(({ creates, points, exit, codes }) => ({
        creates,
        points,
        exit,
        code: codes[0] ?? null,
      }));
      expect(facts).toEqual([0, 1].map((run) => factsOf(expected, run as 0 | 1)));
      const [first, second] = runs;
      expect(first?.told).toBe(expected.told);
      for (const words of expected.words) expect(first?.words).toMatch(words);
      for (const { words } of runs) expect(words).not.toMatch(UNCLEAN);
      // What went wrong is said again by the run after it, in whatever words.
      if (second?.exit !== 0) expect(second?.words).toContain(expected.code[1] ?? '');
    });

    it.each(rows.map((row) => [row.name, row] as const))(
      '%s, to the client',
      async (_name, row) => {
        const { client, journey } = expectedOf(row);
        const runs = await playClient(row, journey);
        expect(runs.map(({ creates }) => creates)).toEqual(client.creates);
        expect(runs.map(({ points }) => points)).toEqual(client.points);
        for (const { code, outcome, bytes, words } of runs) {
          if (client.code !== 'any') expect([code, words]).toEqual([client.code, '']);
          if (client.code === null) expect(bytes).toBeGreaterThan(0);
          if (client.outcome !== 'any') expect(client.outcome).toContain(outcome);
          expect(words).not.toMatch(UNCLEAN);
        }
      },
    );
  });
}

/** Those of proxies happen to creates of every kind. */
const isOfEveryAnswer = ({ name }: Deviation): boolean => name.startsWith('answers-');

/** Control characters but line ends; the key; a signature. */
const UNCLEAN = /(?!\n)\p{Cc}|\u202e|secret-key|signature=/u;

function factsOf({ creates, points, exit, code }: Expected, run: 0 | 1) {
  return { creates: creates[run], points: points[run], exit: exit[run], code: code[run] };
}
