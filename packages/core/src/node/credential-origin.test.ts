import { describe, expect, it } from 'vitest';
import { resolveRemote } from '../config/resolve-remote.ts';
import { credentialOrigin } from './credential-origin.ts';

const AWS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('where credentials of a tier go', () => {
  const originOf = (url: string, env: Readonly<Record<string, string>> = {}) => {
    const remote = resolveRemote({ remote: { url, insecure: true } }, (name) => env[name]);
    if (typeof remote === 'string') throw new Error(remote);
    const [tier] = remote.tiers;
    if (tier === undefined) throw new Error('no tier');
    expect(tier.named).toBe(false);
    return credentialOrigin(tier, remote);
  };

  it.each([
    ['s3://b?endpoint=https://evil.example', AWS, 'https://evil.example'],
    ['s3://b?endpoint=https://evil.example&style=virtual', AWS, 'https://b.evil.example'],
    ['s3://b?endpoint=https://s3.eu.amazonaws.com@evil.example', AWS, 'https://evil.example'],
    [
      's3://b?endpoint=https://s3.eu.amazonaws.com.evil.example',
      AWS,
      'https://s3.eu.amazonaws.com.evil.example',
    ],
    ['s3://b?endpoint=http://evil.example:81/s3.eu.amazonaws.com', AWS, 'http://evil.example:81'],
    ['redis://:pw@evil.example', {}, 'redis://evil.example'],
    ['https://u:pw@evil.example/x', {}, 'https://evil.example'],
    ['postgres://u:pw@evil.example/db', {}, 'postgres://evil.example'],
    ['postgres://evil.example/db', {}, 'postgres://evil.example'],
    ['postgres://localhost/db?host=evil.example', {}, 'postgres://evil.example'],
  ])('%s', (url, env, origin) => expect(originOf(url, env)).toBe(origin));

  it.each([
    ['s3://b?endpoint=https://evil.example', {}],
    ['s3://b', AWS],
    ['s3://b?region=eu-west-1', AWS],
    ['s3://b?endpoint=https://s3.eu-west-1.amazonaws.com', AWS],
    ['s3://b', { ...AWS, AWS_ENDPOINT_URL_S3: 'https://minio.example' }],
    ['redis://cache', {}],
    ['https://cache.example', {}],
    ['postgres:///name', {}],
    ['postgres:///name?host=', {}],
    ['postgres://%2Fvar%2Frun%2Fpostgresql/name', {}],
    ['postgres:///name?host=/var/run/postgresql', {}],
  ])('%s sends none, or to its owner', (url, env) => expect(originOf(url, env)).toBeNull());

  it.each([
    's3://b?region=x.evil.example/',
    's3://b?region=a@evil.example/',
    's3://evil.example%2F',
  ])('%s is no bucket', (url) =>
    expect(() => originOf(url, AWS)).toThrow(/expected (?:a bucket|region)/),
  );

  it('has those of the environment from where it names the tier', () => {
    const remote = resolveRemote({}, (name) =>
      name === 'ASSETGEN_REMOTE_CACHE' ? 'redis://:pw@cache' : undefined,
    );
    expect(remote).toMatchObject({ tiers: [{ named: true }] });
  });
});
