import { describe, expect, it } from 'vitest';
import type { CacheOptions } from './assetgen-options.ts';
import { checkOptions, optionsProblem } from './check-options.ts';
import { resolveRemote } from './resolve-remote.ts';

const KEY = `ed25519:${Buffer.alloc(32, 7).toString('base64url')}`;

const NO_AWS = {
  accessKeyId: null,
  secretAccessKey: null,
  sessionToken: null,
  region: null,
  endpoint: null,
};

const cacheProblem = (cache: unknown): string | null => optionsProblem({ cache })?.message ?? null;

const tiersOf = (options: CacheOptions, remote?: string) => {
  const resolved = resolveRemote(options, (name) =>
    name === 'ASSETGEN_REMOTE_CACHE' ? remote : undefined,
  );
  if (typeof resolved === 'string') throw new Error(resolved);
  return resolved.tiers;
};

describe('tiers', () => {
  it.each([
    ['redis://cache:6379/2', 'redis', 'redis://cache:6379/2', false],
    ['rediss://u:p4ss@cache', 'redis', 'rediss://cache', false],
    ['valkey://cache', 'redis', 'valkey://cache', false],
    ['postgres://u:p4ss@db/name?sslmode=require', 'postgres', 'postgres://db/name', false],
    ['s3://bucket/a/b?endpoint=https://s3.example', 's3', 's3://bucket/a/b', true],
    ['https://u:p4ss@cache.example/team/', 'http', 'https://cache.example/team', true],
    ['http://127.0.0.1:8080', 'http', 'http://127.0.0.1:8080', true],
    ['http://[::1]:8080', 'http', 'http://[::1]:8080', true],
  ])('%s', (url, engine, label, blobs) => {
    expect(tiersOf({ remote: url })).toMatchObject([
      { engine, label, blobs, access: 'read-write' },
    ]);
  });

  it('keep their order; parameters of ours win and are not passed on', () => {
    const remote = [{ url: 'redis://a', access: 'read', blobs: true } as const, 's3://b'];
    expect(tiersOf({ remote })).toMatchObject([
      { label: 'redis://a', access: 'read', blobs: true },
      { label: 's3://b', access: 'read-write' },
    ]);
    const [tier] = tiersOf({ remote: 'postgres://h/d?access=read&blobs=true&sslmode=require' });
    expect(tier).toMatchObject({ access: 'read', blobs: true });
    expect(tier?.url).toBe('postgres://h/d?sslmode=require');
  });

  it('of the variable replace those of the config, keys and namespace stay; off leaves none', () => {
    const options = { remote: 'redis://a', trustedKeys: [KEY], namespace: 'team' };
    expect(tiersOf(options, 's3://b  redis://c?access=read')).toMatchObject([
      { label: 's3://b' },
      { label: 'redis://c', access: 'read' },
    ]);
    const env: Record<string, string> = {
      ASSETGEN_REMOTE_CACHE: 'off',
      ASSETGEN_SIGNING_KEY: 'x',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_DEFAULT_REGION: 'far',
    };
    expect(resolveRemote(options, (name) => env[name])).toEqual({
      tiers: [],
      trustedKeys: [KEY],
      namespace: 'team',
      buyAlone: true,
      patienceMs: 45_000,
      severalJobs: false,
      timeoutMs: null,
      signingKey: 'x',
      aws: { ...NO_AWS, accessKeyId: 'id', region: 'far' },
    });
  });
});

describe('what is wrong is told, and nothing of a URL that may be secret', () => {
  it.each<[unknown, string]>([
    [{ remote: 'u:p4ss@host' }, '"cache.remote": expected redis://'],
    [{ remote: 'p4ss' }, '"cache.remote": expected a URL'],
    [{ remote: 'ftp://u:p4ss@host' }, 'found ftp://'],
    [{ remote: 3 }, '"cache.remote": expected a URL, or an object with "url"'],
    [{ remote: ['s3://a', {}] }, '"cache.remote[1].url": expected a URL'],
    [{ remote: { url: 's3://a', acces: 'read' } }, 'Did you mean "access"?'],
    [{ remote: { url: 's3://a', access: 'write' } }, '"cache.remote.access": expected "read"'],
    [{ remote: { url: 's3://a', blobs: 'yes' } }, '"cache.remote.blobs": expected true or false'],
    [{ remote: 'redis://a?access=write&x=p4ss' }, 'redis://a: expected access=read'],
    [{ remote: 'redis://:p4ss@a/game' }, 'redis://a/game: expected the number of a database'],
    [{ remote: 'valkey://a/0/' }, 'valkey://a/0: expected the number of a database'],
    [{ remote: 'http://u:p4ss@cache.example' }, 'http://cache.example: plain HTTP'],
    [{ remote: 's3://u:p4ss@bucket' }, 'AWS_ACCESS_KEY_ID'],
    [{ remote: 's3://bucket?key=p4ss' }, 'unknown parameter "key"'],
    [{ remote: 's3://bucket?endpoint=http://p4ss.example' }, 'endpoint: plain HTTP'],
    [{ trustedKeys: KEY }, '"cache.trustedKeys": expected an array'],
    [{ trustedKeys: [KEY, 'ed25519:short'] }, '"cache.trustedKeys[1]": expected a public key'],
    [{ namespace: 'a b' }, '"cache.namespace": expected letters'],
  ])('%j', (cache, message) => {
    const problem = cacheProblem(cache);
    expect(problem).toContain(message);
    expect(problem).not.toContain('p4ss');
    expect(() => checkOptions({ cache }, 'x.json')).toThrow(`x.json: ${problem ?? ''}`);
  });

  it('plain HTTP beyond this machine where it was allowed', () => {
    const remote = { url: 'http://10.0.0.3:9092', insecure: true };
    expect(cacheProblem({ remote, trustedKeys: [`${KEY} ci`] })).toBeNull();
  });
});
