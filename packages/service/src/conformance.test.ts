import { describe, test } from 'vitest';
import { createService } from './create-service.ts';
import type { ServiceOptions } from './service-options.ts';
import { fakeMakers } from './testing/fake-makers.ts';
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

interface Reach {
  readonly origin: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly waitMs: number;
  skip(seconds: number): void;
}

function targetOf({ origin, key, fetch, waitMs, skip }: Reach): Target {
  return {
    skip,
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

/** A service as the row wants it, with a clock that the row can move. */
function open(row: Row): Omit<Reach, 'origin' | 'fetch'> & {
  readonly service: ReturnType<typeof createService>;
} {
  let skipped = 0;
  const now = (): number => Date.now() + skipped;
  const options = { makers: fakeMakers(), now, ...row.given };
  return {
    service: createService(options as ServiceOptions),
    key: row.given?.key ?? 'key',
    waitMs: 5,
    skip: (seconds) => void (skipped += seconds * 1000),
  };
}

const name = (row: Row): string => `§${row.section} ${row.says}`;

if (remote === undefined) {
  describe('our handler', () => {
    test.for(ROWS.map((row) => [name(row), row] as const))('%s', async ([, row]) => {
      const { service, ...reach } = open(row);
      await row.run(targetOf({ ...reach, origin: 'http://service.test', fetch: service.fetch }));
      await service.close();
    });
  });

  describe('our server', () => {
    test.for(ROWS.map((row) => [name(row), row] as const))('%s', async ([, row]) => {
      const { service, ...reach } = open(row);
      const { url } = await service.listen();
      try {
        await row.run(targetOf({ ...reach, origin: url, fetch }));
      } finally {
        await service.close();
      }
    });
  });
} else {
  describe(remote, () => {
    const target = targetOf({
      origin: remote.replace(/\/$/, ''),
      key: process.env['ASSETGEN_API_KEY'] ?? '',
      fetch,
      waitMs: 2000,
      skip: () => {},
    });
    for (const row of ROWS) {
      const run = row.given === undefined && (row.spends !== true || spend);
      test.runIf(run)(name(row), { timeout: 1_800_000 }, () => row.run(target));
    }
  });
}
