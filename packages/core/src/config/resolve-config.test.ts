import { AssetgenError } from '@assetgen/client/errors';
import { describe, expect, it } from 'vitest';
import type { AssetgenOptions } from './assetgen-options.ts';
import type { Environment, ResolvedConfig } from './resolve-config.ts';
import { checkOptions } from './check-options.ts';
import { resolveConfig } from './resolve-config.ts';

const resolve = (
  parts: { file?: AssetgenOptions; given?: AssetgenOptions; env?: Environment } = {},
  command: 'build' | 'serve' = 'build',
): ResolvedConfig => resolveConfig(parts.file ?? {}, parts.given ?? {}, parts.env ?? {}, command);

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(AssetgenError);
    expect(error).toMatchObject({ code: 'ASSETGEN_CONFIG' });
    return (error as Error).message;
  }
  return 'no error';
}

it('a prefix of a million slashes takes no time', () => {
  // By a quadratic expression: a quarter of an hour.
  const prefix = `@gen${'/'.repeat(1_000_000)}a`;
  expect(resolve({ given: { prefix } }).prefix).toBe(prefix);
  expect(errorOf(() => checkOptions({ prefix }, 'the config'))).toMatch(
    /"prefix": expected a prefix of at most 128 characters/,
  );
});

it('hosts of a private network are named in the environment', () => {
  const env = { ASSETGEN_PRIVATE_HOSTS: ' minio, 10.0.0.9  gen.corp ' };
  expect(resolve({ env }).privateHosts).toEqual(['minio', '10.0.0.9', 'gen.corp']);
});

it('every option has a default', () => {
  expect(resolve()).toEqual({
    manifests: [
      'assets.gen.json',
      'assets.gen.jsonc',
      'assets.gen.mts',
      'assets.gen.ts',
      'assets.gen.mjs',
    ],
    prefix: '@gen',
    mode: 'generate',
    drafts: 'warn',
    service: { type: 'none' },
    key: null,
    privateHosts: [],
    trusted: [],
    budget: null,
    concurrency: 8,
    maxInFlight: 1000,
    jobTimeoutMs: 1_800_000,
    maxWaitMs: 900_000,
    cacheDir: null,
    remote: {
      tiers: [],
      trustedKeys: [],
      namespace: '',
      buyAlone: true,
      patienceMs: 45_000,
      severalJobs: false,
      timeoutMs: null,
      signingKey: null,
      aws: {
        accessKeyId: null,
        secretAccessKey: null,
        sessionToken: null,
        region: null,
        endpoint: null,
      },
    },
    modules: false,
    budgets: [],
  });
});

describe('precedence', () => {
  const remote = (url: string) => ({ type: 'remote', baseUrl: url, apiUrl: url });
  /** An option in a file and given, the variable that stands between, and what each resolves to. */
  const TABLE: readonly {
    readonly key: keyof ResolvedConfig;
    readonly file: [AssetgenOptions, unknown];
    readonly env?: [Environment, unknown];
    readonly given: [AssetgenOptions, unknown];
  }[] = [
    {
      key: 'modules',
      file: [{ modules: 'url' }, 'url'],
      given: [{ modules: false }, false],
    },
    {
      key: 'manifests',
      file: [{ manifests: 'a.json' }, ['a.json']],
      given: [{ manifests: ['b.json', 'c/*.json'] }, ['b.json', 'c/*.json']],
    },
    { key: 'prefix', file: [{ prefix: '~a' }, '~a'], given: [{ prefix: '@b/' }, '@b'] },
    {
      key: 'mode',
      file: [{ mode: 'draft' }, 'draft'],
      env: [{ ASSETGEN_MODE: 'frozen' }, 'frozen'],
      given: [{ mode: 'generate' }, 'generate'],
    },
    {
      key: 'service',
      file: [{ service: 'local' }, { type: 'local' }],
      env: [{ ASSETGEN_API_URL: 'http://env' }, remote('http://env')],
      given: [{ apiUrl: 'http://given' }, remote('http://given')],
    },
    {
      key: 'service',
      file: [{ baseUrl: 'http://file' }, remote('http://file')],
      env: [{ ASSETGEN_BASE_URL: 'http://env' }, remote('http://env')],
      given: [{ service: 'local' }, { type: 'local' }],
    },
    {
      key: 'budget',
      file: [{ budget: 10 }, 10],
      env: [{ ASSETGEN_BUDGET: '20' }, 20],
      given: [{ budget: 0 }, 0],
    },
    { key: 'concurrency', file: [{ concurrency: 2 }, 2], given: [{ concurrency: 3 }, 3] },
    { key: 'maxInFlight', file: [{ maxInFlight: 2 }, 2], given: [{ maxInFlight: 3 }, 3] },
    { key: 'jobTimeoutMs', file: [{ jobTimeout: 2 }, 2000], given: [{ jobTimeout: 0.5 }, 500] },
    {
      key: 'maxWaitMs',
      file: [{ service: { maxWait: 60 } }, 60_000],
      given: [{ service: { maxWait: 0 } }, 0],
    },
    {
      key: 'cacheDir',
      file: [{ cache: { dir: 'file' } }, 'file'],
      env: [{ ASSETGEN_CACHE_DIR: '/env' }, '/env'],
      given: [{ cache: { dir: 'given' } }, 'given'],
    },
  ];

  it('of cache.timeout: options over the environment over the file', () => {
    const timeout = (seconds: number) => ({ cache: { timeout: seconds } });
    const env = { ASSETGEN_CACHE_TIMEOUT: '8' };
    expect(resolve({ file: timeout(7) }).remote.timeoutMs).toBe(7_000);
    expect(resolve({ file: timeout(7), env }).remote.timeoutMs).toBe(8_000);
    expect(resolve({ file: timeout(7), env, given: timeout(9) }).remote.timeoutMs).toBe(9_000);
  });

  it.each(TABLE)('of $key: options over the environment over the file', (row) => {
    const { key, file, env, given } = row;
    const of = (parts: Parameters<typeof resolve>[0]) => resolve(parts)[key];
    expect(of({ file: file[0] })).toEqual(file[1]);
    if (env !== undefined) expect(of({ file: file[0], env: env[0] })).toEqual(env[1]);
    expect(of({ file: file[0], env: env?.[0] ?? {}, given: given[0] })).toEqual(given[1]);
  });

  it('an option that is undefined is not given', () => {
    const given = { mode: undefined, budget: undefined, prefix: undefined } as unknown as object;
    expect(resolve({ file: { mode: 'draft', budget: 3, prefix: '~' }, given })).toMatchObject({
      mode: 'draft',
      budget: 3,
      prefix: '~',
    });
  });
});

describe('the mode', () => {
  it('is draft in dev servers, frozen where CI is set, else generate', () => {
    expect(resolve({}, 'serve').mode).toBe('draft');
    expect(resolve({}, 'build').mode).toBe('generate');
    expect(resolve({ env: { CI: 'true' } }, 'build').mode).toBe('frozen');
    expect(resolve({ env: { CI: '1' } }, 'serve').mode).toBe('frozen');
  });

  it.each(['', '0', 'false', 'FALSE'])('takes CI=%j for none', (CI) => {
    expect(resolve({ env: { CI } }).mode).toBe('generate');
  });

  it('that somebody asked for wins over CI', () => {
    const env = { CI: 'true' };
    expect(resolve({ env, file: { mode: 'generate' } }).mode).toBe('generate');
    expect(resolve({ env: { ...env, ASSETGEN_MODE: 'draft' } }).mode).toBe('draft');
    expect(resolve({ env }).mode).toBe('frozen');
  });
});

describe('the service', () => {
  it('takes either URL for both, where the other is unset', () => {
    const both = { ASSETGEN_BASE_URL: 'http://one', ASSETGEN_API_URL: 'https://two/api' };
    expect(resolve({ env: both }).service).toEqual({
      type: 'remote',
      baseUrl: 'http://one',
      apiUrl: 'https://two/api',
    });
  });

  it('takes both URLs from one source: those of the file do not mix with the environment', () => {
    const file = { baseUrl: 'http://production', apiUrl: 'http://production' };
    expect(resolve({ file, env: { ASSETGEN_API_URL: 'http://test' } }).service).toEqual({
      type: 'remote',
      baseUrl: 'http://test',
      apiUrl: 'http://test',
    });
  });

  it('takes its key from the environment alone, and an empty one for none', () => {
    expect(resolve({ env: { ASSETGEN_API_KEY: ' secret ' } }).key).toBe('secret');
    expect(resolve({ env: { ASSETGEN_API_KEY: '  ' } }).key).toBeNull();
    expect(errorOf(() => checkOptions({ apiKey: 'secret-key' }, 'x'))).not.toContain('secret-key');
  });

  it.each(['ASSETGEN_MODE', 'ASSETGEN_BUDGET', 'ASSETGEN_API_URL', 'ASSETGEN_CACHE_DIR'])(
    'takes an empty %s for none',
    (name) => {
      expect(resolve({ env: { [name]: ' ' } })).toEqual(resolve());
    },
  );
});

describe('a bad value', () => {
  it.each<[Environment, string]>([
    [{ ASSETGEN_MODE: 'fast' }, 'ASSETGEN_MODE: expected "draft", "generate" or "frozen", found'],
    [{ ASSETGEN_BUDGET: 'lots' }, 'ASSETGEN_BUDGET: expected points, a number of at least 0'],
    [
      { ASSETGEN_CACHE_TIMEOUT: 'long' },
      'ASSETGEN_CACHE_TIMEOUT: expected seconds, a number above 0, found "long"',
    ],
    // A time limit of nothing would make every tier unreachable, and a build buy alone.
    [{ ASSETGEN_CACHE_TIMEOUT: '0' }, 'ASSETGEN_CACHE_TIMEOUT: expected seconds, a number above 0'],
    [{ ASSETGEN_BUDGET: '-1' }, 'ASSETGEN_BUDGET: expected points'],
    [{ ASSETGEN_BUDGET: 'Infinity' }, 'ASSETGEN_BUDGET: expected points'],
    [{ ASSETGEN_API_URL: 'localhost:80' }, 'ASSETGEN_API_URL: expected an http(s) URL'],
    [{ ASSETGEN_BASE_URL: 'file:///x' }, 'ASSETGEN_BASE_URL: expected an http(s) URL'],
    [
      { ASSETGEN_API_URL: 'https://host/?a=1' },
      'ASSETGEN_API_URL: expected an http(s) URL without',
    ],
  ])('of %j is told', (env, message) => {
    expect(errorOf(() => resolve({ env }))).toContain(message);
  });

  it('of a URL is not printed: it may hold a password', () => {
    const env = { ASSETGEN_API_URL: 'ftp://user:hunter2@host' };
    expect(errorOf(() => resolve({ env }))).not.toContain('hunter2');
    const options = { apiUrl: 'ftp://user:hunter2@host' };
    expect(errorOf(() => checkOptions(options, 'x'))).not.toContain('hunter2');
  });

  it.each<[unknown, string]>([
    ['text', 'expected an object of options'],
    [[], 'expected an object of options'],
    [{ manifest: 'a' }, 'unknown option "manifest". Did you mean "manifests"?'],
    [{ zzzzzzzzzzzzz: 1 }, 'unknown option "zzzzzzzzzzzzz". Known: manifests, prefix'],
    [{ constructor: 1 }, 'unknown option "constructor"'],
    [{ manifests: [] }, '"manifests": expected a path, a glob, or an array of them'],
    [{ manifests: [''] }, '"manifests": expected'],
    [{ manifests: 3 }, 'found 3'],
    [{ prefix: '' }, '"prefix": expected a prefix such as "@gen", found ""'],
    [{ prefix: './gen' }, '"prefix": expected'],
    [{ prefix: '@gen with space' }, '"prefix": expected'],
    [{ mode: 'Draft' }, '"mode": expected "draft", "generate" or "frozen", found "Draft"'],
    [{ service: 'remote' }, '"service": expected "local"'],
    [{ service: { maxWait: -1 } }, '"service": expected seconds, a number of at least 0'],
    [{ service: { maxwait: 1 } }, '"service": expected "local", or { "maxWait": seconds'],
    [{ baseUrl: 'nowhere' }, '"baseUrl": expected an http(s) URL'],
    [{ apiUrl: 'https://host/#a' }, '"apiUrl": expected an http(s) URL without query and fragment'],
    [{ budget: -1 }, '"budget": expected points, a number of at least 0, found -1'],
    [{ budget: Number.NaN }, '"budget": expected points, a number of at least 0, found NaN'],
    [{ budget: Number.POSITIVE_INFINITY }, 'found Infinity'],
    [{ budget: '5' }, 'found "5"'],
    [{ budget: 5n }, 'found 5'],
    [{ concurrency: 0 }, '"concurrency": expected an integer of at least 1, found 0'],
    [{ concurrency: 1.5 }, '"concurrency": expected'],
    [{ maxInFlight: 0 }, '"maxInFlight": expected an integer of at least 1, found 0'],
    [{ concurrency: () => 3 }, '"concurrency": expected'],
    [{ jobTimeout: 0 }, '"jobTimeout": expected seconds, a number above 0, found 0'],
    [{ cache: { timeout: '9' } }, '"cache.timeout": expected seconds, a number above 0'],
    [{ cache: 'x' }, '"cache": expected an object'],
    [{ cache: [] }, '"cache": expected an object'],
    [{ cache: { dir: 3 } }, '"cache.dir": expected a path'],
    [{ budgets: { maxBytes: 1 } }, '"budgets": expected an array such as [{'],
    [{ budgets: [{ assets: 'props/**' }] }, '"budgets": expected an array such as'],
    [{ budgets: [{ assets: '*', maxGpuBites: 1 }] }, '"budgets": expected an array'],
    [{ budgets: [{ assets: '*', maxGpuBytes: 1.5 }] }, '"budgets": expected an array'],
    [{ cache: { url: 'x' } }, '"cache": unknown key "url"'],
  ])('of %o is told', (options, message) => {
    expect(errorOf(() => checkOptions(options, 'assetgen.config.ts'))).toContain(
      `assetgen.config.ts: ${message.startsWith('found') ? '' : message}`,
    );
    expect(errorOf(() => checkOptions(options, 'x'))).toContain(message);
  });

  it('is none where nothing is given', () => {
    for (const options of [undefined, null, {}, { mode: undefined }]) {
      expect(errorOf(() => checkOptions(options, 'x'))).toBe('no error');
    }
  });
});
