import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../client.ts';
import type { Client } from '../client.ts';

const UUID = '00000000-0000-4000-8000-000000000001';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A service whose every answer takes so long. Unit: milliseconds. */
function slowService(answerMs: number) {
  const sent: number[] = [];
  const client = createClient({
    apiKey: 'key',
    clock: { now: () => Date.now(), sleep: after },
    async fetch() {
      sent.push(Date.now());
      await after(answerMs);
      return Response.json({ codeStatus: 1, message: 'generating', modelUrl: null });
    },
  });
  return { client, sent };
}

it.each([
  [29_000, 1],
  [31_000, 2],
  [59_000, 2],
])('a query whose answers take %i ms is read at attempt %i', async (answerMs, attempts) => {
  const { client, sent } = slowService(answerMs);
  const asked = client.retrieveModel({ uuid: UUID });
  await vi.advanceTimersByTimeAsync(400_000);
  expect(await asked).toMatchObject({ codeStatus: 1 });
  expect(sent).toHaveLength(attempts);
});

/** How a call ends that is never answered, and after how long. Unit: milliseconds. */
async function unanswered(
  ask: (client: Client) => Promise<unknown>,
): Promise<{ error: unknown; took: number; attempts: number }> {
  const { client, sent } = slowService(3_600_000);
  const started = Date.now();
  const ended = ask(client).then(
    () => expect.unreachable(),
    (error: unknown) => ({ error, took: Date.now() - started }),
  );
  await vi.advanceTimersByTimeAsync(400_000);
  return { ...(await ended), attempts: sent.length };
}

it('a query without an answer ends soon after the time for all attempts', async () => {
  const { error, took, attempts } = await unanswered((client) =>
    client.retrieveModel({ uuid: UUID }),
  );
  expect(error).toMatchObject({ code: 'ASSETGEN_SERVICE' });
  expect(took).toBeLessThan(160_000);
  expect(attempts).toBe(3);
});

it('a create is sent once, and waited for as long as ever', async () => {
  const { error, took, attempts } = await unanswered((client) =>
    client.generateModelWithText({ prompt: 'a crate' }),
  );
  expect(error).toMatchObject({ code: 'ASSETGEN_AMBIGUOUS' });
  expect(took).toBe(120_000);
  expect(attempts).toBe(1);
});
