import { expect, it } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import { settleTogether } from './settle-together.ts';
import type { SharedResults, Turn } from './shared-results.ts';

/** What stands in the index, by how often it was looked at, and who got the turn. */
function team(looks: readonly (string | null)[]) {
  const done: string[] = [];
  const turn: Turn = {
    tell: () => undefined,
    done: () => void done.push('done'),
    drop: async () => undefined,
  };
  let asked = 0;
  const shared: Pick<SharedResults, 'tryTurn' | 'progress'> = {
    async tryTurn() {
      asked += 1;
      return turn;
    },
    progress: async () => null,
  };
  const left = [...looks];
  return { turn, done, shared, asked: () => asked, find: async () => left.shift() ?? null };
}

function settle(
  { shared, find }: ReturnType<typeof team>,
  isOwn: boolean,
  given: Turn | null = null,
): Promise<string> {
  const clock = fakeClock(false);
  const acceptance = { uuids: ['u'], points: 10, at: 0 };
  const ports = { clock, emit: () => undefined, random: () => 0.5, jobTimeoutMs: 60_000 };
  const pending = { operationId: 'o', asset: 'a', acceptance, find, signal: undefined };
  return clock.run(
    settleTogether(ports, shared, { ...pending, isOwn, turn: given }, async () => 'asked'),
  );
}

it('what was told between the look and the turn is taken, and nobody is asked', async () => {
  const others = team([null, 'told']);
  expect(await settle(others, false)).toBe('told');
  expect(others.done).toEqual(['done']);
});

it('what nobody has told is asked for', async () => {
  expect(await settle(team([null, null]), false)).toBe('asked');
});

it('the one that sent it has its turn already', async () => {
  const own = team(['told by another']);
  expect(await settle(own, true, own.turn)).toBe('asked');
  expect(own.asked()).toBe(0);
  expect(own.done).toEqual(['done']);
});
