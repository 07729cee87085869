import { mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openPostgres } from './postgres-connection.ts';

const load = (query: string): Promise<void> => {
  const times = { connectMs: 100, indexMs: 100 };
  const clock = { sleep: async () => undefined };
  return openPostgres(
    `postgres://localhost/db?${query}`,
    'postgres://localhost/db',
    times,
    clock,
  ).load();
};

it.each(['sslrootcert=/dev/zero', 'sslcert=/dev/zero', 'sslmode=require&sslkey=/'])(
  '%s is refused before the driver reads it',
  async (query) => {
    await expect(load(query)).rejects.toMatchObject({
      code: 'ASSETGEN_CONFIG',
      message: expect.stringMatching(
        /^postgres:\/\/localhost\/db: expected ssl\w+ to be a plain file/,
      ),
    });
  },
);

it('a large file is refused, a small one and one that is not there are not', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'tls-')), 'ca.pem');
  await load(`sslrootcert=${file}`);
  await writeFile(file, '');
  await load(`sslrootcert=${file}`);
  await truncate(file, 2_000_000);
  await expect(load(`sslrootcert=${file}`)).rejects.toMatchObject({ code: 'ASSETGEN_CONFIG' });
});
