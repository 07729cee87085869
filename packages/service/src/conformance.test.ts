import { describe, test } from 'vitest';
import { createService } from './service.ts';
import type { ServiceOptions } from './types.ts';
import { fakeGenerators } from './testing/fake-generators.ts';
import { ROWS } from './testing/conformance/rows.ts';
import type { Answer, Row, Target } from './testing/conformance/target.ts';

/**
 * Every row of the specification. By itself it runs against our handler and our server;
 * `npm run conformance -- URL` runs it against any service instead, with the key in
 * ASSETGEN_API_KEY. Rows that cost points are left out there unless ASSETGEN_CONFORMANCE_SPEND
 * is set, and those that need a service set up for them always.
 */
const remote = process.env['ASSETGEN_CONFORMANCE_URL'];
const spend = process.env['ASSETGEN_CONFORMANCE_SPEND'] !== undefined;

type Fetch = (request: Request) => Promise<Response>;

function targetOf(origin: string, key: string, fetch: Fetch, waitMs: number): Target {
  return {
    async send(method, path, body, options = {}): Promise<Answer> {
      const headers = new Headers();
      const given = options.key === undefined ? key : options.key;
      if (given !== null) headers.set('authorization', `Bearer ${given}`);
      if (options.type !== undefined) headers.set('content-type', options.type);
      else if (!(body instanceof FormData)) headers.set('content-type', 'application/json');
      const sent =
        body === undefined || typeof body === 'string' || body instanceof FormData
          ? body
          : JSON.stringify(body);
      const init = { method, headers, ...(sent !== undefined && { body: sent }) };
      const request = new Request(origin + path, init);
      const response = await fetch(request);
      const text = await response.text();
      const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      const { status } = response;
      return { status, headers: response.headers, body: json ? JSON.parse(text) : text };
    },
    download: (url, headers = {}) => fetch(new Request(url, { headers })),
    wait: () => new Promise((resolve) => setTimeout(resolve, waitMs)),
  };
}

function open(row: Row): ReturnType<typeof createService> {
  return createService({ generators: fakeGenerators(), ...row.given } as ServiceOptions);
}

const name = (row: Row): string => `§${row.section} ${row.says}`;

if (remote === undefined) {
  describe('our handler', () => {
    test.for(ROWS.map((row) => [name(row), row] as const))('%s', async ([, row]) => {
      const service = open(row);
      const key = row.given?.key ?? 'key';
      await row.run(targetOf('http://service.test', key, service.fetch, 5));
      await service.close();
    });
  });

  describe('our server', () => {
    test.for(ROWS.map((row) => [name(row), row] as const))('%s', async ([, row]) => {
      const service = open(row);
      const { url } = await service.listen();
      try {
        await row.run(targetOf(url, row.given?.key ?? 'key', fetch, 5));
      } finally {
        await service.close();
      }
    });
  });
} else {
  describe(remote, () => {
    const target = targetOf(
      remote.replace(/\/$/, ''),
      process.env['ASSETGEN_API_KEY'] ?? '',
      fetch,
      2000,
    );
    for (const row of ROWS) {
      const run = row.given === undefined && (row.spends !== true || spend);
      test.runIf(run)(name(row), { timeout: 1_800_000 }, () => row.run(target));
    }
  });
}
