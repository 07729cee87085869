import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { PostgresConnection } from '../remote/postgres-connection.ts';
import { postgresOperations } from './postgres-operations.ts';

/** A session that answers what a lease asks. */
class FakeClient extends EventEmitter {
  isEnded = false;
  async query(): Promise<{ rows: readonly object[] }> {
    await new Promise((resolve) => setImmediate(resolve));
    return { rows: [{ got: true }] };
  }
  async end(): Promise<void> {
    this.isEnded = true;
  }
}

it('of several that find the session broken one opens the next: none is left open at the end', async () => {
  const clients: FakeClient[] = [];
  const connection = {
    async session() {
      await new Promise((resolve) => setImmediate(resolve));
      const client = new FakeClient();
      clients.push(client);
      return client;
    },
    close: async () => undefined,
  } as unknown as PostgresConnection;
  const operations = postgresOperations(connection);
  await operations.tryAcquire('0'.repeat(64));
  clients[0]?.emit('end');
  const names = ['1', '2', '3'].map((digit) => digit.repeat(64));
  await Promise.all(names.map((name) => operations.tryAcquire(name)));
  // The socket of the broken one ends late.
  clients[0]?.emit('end');
  await operations.tryAcquire('4'.repeat(64));
  await operations.close();
  expect(clients).toHaveLength(2);
  expect(clients[1]?.isEnded).toBe(true);
});
