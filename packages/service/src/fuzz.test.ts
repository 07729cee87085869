import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createService } from './create-service.ts';
import { fakeMakers } from './testing/fake-makers.ts';
import { malformedRequest } from './testing/malformed-request.ts';
import type { ServiceOptions } from './service-options.ts';

/** Requests to try; more with ASSETGEN_FUZZ. */
const RUNS = Number(process.env['ASSETGEN_FUZZ'] ?? 10_000);
const EXPECTED = [200, 202, 400, 401, 402, 403, 404, 405];

test(`${RUNS} malformed requests: a documented answer, never a 500, never a crash`, async () => {
  // The account cannot pay: what happens to be valid makes nothing.
  const options = { makers: fakeMakers(), points: 0 };
  const service = createService(options as ServiceOptions);
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(malformedRequest, async (malformed) => {
      const { path, method, type, authorization, contentLength, body } = malformed;
      const headers = new Headers();
      if (authorization !== null) headers.set('authorization', authorization);
      if (type !== '') headers.set('content-type', type);
      if (contentLength !== undefined) headers.set('content-length', contentLength);
      const bodied = method !== 'GET' && method !== 'HEAD';
      const response = await service.fetch(
        new Request(`http://service.test${path}`, {
          method,
          headers,
          ...(bodied && { body: new TextEncoder().encode(body) }),
        }),
      );
      const text = await response.text();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      expect(EXPECTED).toContain(response.status);
      const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      if (json && method !== 'HEAD') JSON.parse(text);
    }),
    { numRuns: RUNS },
  );
  // They reach the operations: many are refused for their fields, some are answered.
  expect(statuses.get(400)).toBeGreaterThan(RUNS / 10);
  expect(statuses.get(200)).toBeGreaterThan(RUNS / 10);
  await service.close();
}, 600_000);
