import { expect, it } from 'vitest';
import type { Digest } from '../../brands.ts';
import type { AwsEnvironment } from '../../config/resolve-remote.ts';
import type { HttpRequest } from './http-exchange.ts';
import { createS3Tier } from './create-s3-tier.ts';

const NO_AWS: AwsEnvironment = {
  accessKeyId: null,
  secretAccessKey: null,
  sessionToken: null,
  region: null,
  endpoint: null,
};
const HEX = 'ab'.repeat(32);
const { signal } = new AbortController();

/** What a tier asks for when it looks for a blob. */
async function requestOf(url: string, aws: Partial<AwsEnvironment> = {}): Promise<HttpRequest> {
  const seen: HttpRequest[] = [];
  const tier = createS3Tier(
    url,
    true,
    { ...NO_AWS, ...aws },
    {
      async send(request) {
        seen.push(request);
        const body = (async function* (): AsyncGenerator<Uint8Array> {})();
        return { status: 404, header: () => null, body, cancel: () => undefined };
      },
      sendWhole: () => Promise.reject(new Error('not asked for')),
      close: async () => undefined,
    },
  );
  expect(await tier.blobs?.get(`sha256-${HEX}` as Digest, signal)).toBeNull();
  return seen[0]!;
}

it.each<[string, Partial<AwsEnvironment>, string]>([
  ['s3://bucket', {}, 'https://bucket.s3.us-east-1.amazonaws.com'],
  ['s3://bucket/a/b/', { region: 'eu-west-1' }, 'https://bucket.s3.eu-west-1.amazonaws.com/a/b'],
  ['s3://b?region=far', { region: 'eu-west-1' }, 'https://b.s3.far.amazonaws.com'],
  ['s3://dotted.name', {}, 'https://s3.us-east-1.amazonaws.com/dotted.name'],
  ['s3://b/p?endpoint=https://s3.example', {}, 'https://s3.example/b/p'],
  ['s3://b/p?endpoint=https://s3.example/at/', {}, 'https://s3.example/at/b/p'],
  ['s3://b/p?style=virtual&endpoint=https://s3.example:9000', {}, 'https://b.s3.example:9000/p'],
  ['s3://b', { endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/b'],
  ['s3://b/a%20b?endpoint=https://s3.example', {}, 'https://s3.example/b/a%20b'],
])('%s with %j', async (url, aws, start) => {
  expect((await requestOf(url, aws)).url).toBe(`${start}/cas/${HEX}`);
});

it('signs with a session token, and never carries the secret', async () => {
  const { headers } = await requestOf('s3://bucket?region=eu-west-1', {
    accessKeyId: 'AKID',
    secretAccessKey: 'the-secret',
    sessionToken: 'token',
  });
  expect(headers['authorization']).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
  );
  expect(headers['x-amz-security-token']).toBe('token');
  expect(JSON.stringify(headers)).not.toContain('the-secret');
});

it('sends no signature where there are no credentials: a public bucket', async () => {
  expect((await requestOf('s3://bucket')).headers).toEqual({});
});
