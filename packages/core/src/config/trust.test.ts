import { describe, expect, it } from 'vitest';
import { environmentOrigins, originOf, untrusted, voucherOf } from './trust.ts';

describe('originOf', () => {
  it.each([
    ['https://Service.Example/api?x=1', 'https://service.example'],
    ['https://service.example:443', 'https://service.example'],
    ['http://10.0.0.3:8080/a', 'http://10.0.0.3:8080'],
    ['https://user:pass@evil.example/', 'https://evil.example'],
    ['redis://:secret@cache', 'redis://cache'],
    ['redis://cache:6379/2', 'redis://cache'],
    ['postgres://DB:5433/x', 'postgres://db:5433'],
    ['https://[::1]:4000', 'https://[::1]:4000'],
  ])('%s', (url, origin) => expect(originOf(url)).toBe(origin));

  it.each(['service.example', 's3://bucket', 'file:///etc/passwd', 'javascript:alert(1)', ''])(
    'of %j is none',
    (text) => expect(originOf(text)).toBeNull(),
  );
});

describe('who vouches for a place', () => {
  const named = { environment: ['https://env.example'], user: ['http://user.example:8080'] };
  it.each([
    ['https://env.example', 'environment'],
    ['http://user.example:8080', 'user'],
    ['http://127.0.0.1:4000', 'loopback'],
    ['http://[::1]:4000', 'loopback'],
    ['http://localhost:4000', 'loopback'],
    ['http://env.example', null],
    ['https://env.example:8443', null],
    ['https://user.example', null],
    ['https://env.example.evil.example', null],
    ['http://127.0.0.1.evil.example', null],
    ['http://evil.localhost', null],
    ['http://0.0.0.0:4000', null],
  ])('%s', (origin, voucher) => expect(voucherOf(origin, named)).toBe(voucher));
});

describe('what the environment names', () => {
  it('are URLs of the service that are encrypted, and all of ASSETGEN_TRUST', () => {
    const urls = ['https://a.example/api', 'http://plain.example', undefined];
    expect(environmentOrigins(urls, 'http://plain.test:81/ https://b.example')).toEqual([
      'https://a.example',
      'http://plain.test:81',
      'https://b.example',
    ]);
  });

  it('is told where it is no list of URLs, without what it is', () => {
    expect(environmentOrigins([], 'https://a.example secret')).toBe(
      'expected URLs such as https://host, with spaces between them',
    );
  });
});

describe('the error', () => {
  it('says what to do where only the repository names a place', () => {
    const { code, message, hint } = untrusted('https://evil.example', 'service');
    expect([code, message, hint].join('\n')).toMatchInlineSnapshot(`
      "ASSETGEN_TRUST
      only the project's config names https://evil.example, so the key of the environment would go where a repository says. Nothing was sent
      If it is yours, run \`assetgen trust https://evil.example\` once; in CI set ASSETGEN_API_URL, or ASSETGEN_TRUST=https://evil.example. If not, see who changed the config."
    `);
  });

  it('says what to do for plain HTTP', () => {
    const { message, hint } = untrusted('http://staging:8080', 'service');
    expect([message, hint].join('\n')).toMatchInlineSnapshot(`
      "http://staging:8080 is plain HTTP: anyone on the network could read the key of the environment. Nothing was sent
      Use https://. In a network that you trust, allow it by name: \`assetgen trust http://staging:8080\`, or ASSETGEN_TRUST=http://staging:8080."
    `);
  });
});
