import * as v from 'valibot';
import { isPublicKey } from '../key-text.ts';
import type { Schema } from '../manifest/schema/schema-parts.ts';
import type {
  AssetgenOptions,
  CacheOptions,
  RemoteTierOptions,
  ServiceOptions,
  SizeBudget,
} from './assetgen-options.ts';
import { MODES } from './modes.ts';
import { HTTP_URL_EXPECTED, isHttpUrl } from './is-http-url.ts';
import { readRemoteUrl } from './remote-url.ts';

// A validator's message is what a user reads behind the name of the option: `expected …`.

type EntriesOf<T> = { readonly [K in keyof T]-?: Schema };

const option = (schema: Schema, description: string): Schema =>
  v.optional(v.pipe(schema, v.description(description)));

const flag = (description: string): Schema =>
  option(v.boolean('expected true or false'), description);

const LIST = 'expected a path, a glob, or an array of them';
const PREFIX = 'expected a prefix such as "@gen"';
/** Unit: characters. */
const MAX_PREFIX = 128;
const POINTS = 'expected points, a number of at least 0';
const INTEGER = 'expected an integer of at least 1';
const SECONDS = 'expected seconds, a number above 0';
const NAMESPACE = 'expected letters, digits, ".", "_", "-" and "/", at most 64';
const PUBLIC_KEY = 'expected a public key such as "ed25519:…"; `assetgen keys show` prints yours';

const pathOrGlob = v.pipe(v.string(LIST), v.nonEmpty(LIST));
const httpUrl = v.pipe(v.string(HTTP_URL_EXPECTED), v.check(isHttpUrl, HTTP_URL_EXPECTED));

/** Why a URL of the shared cache is none; null where it is one. */
function urlProblem(url: string, insecure: boolean): string | null {
  const read = readRemoteUrl(url, insecure);
  return typeof read === 'string' ? read : null;
}

const TIER = {
  access: option(
    v.picklist(['read', 'read-write'], 'expected "read" or "read-write"'),
    'read, or read-write to upload results too. Default: read-write.',
  ),
  blobs: flag('Store blobs there too. Default: true for S3 and HTTP, false for a database.'),
  insecure: flag('Allow plain HTTP to other machines. Default: false.'),
  url: v.pipe(
    v.string('expected a URL'),
    v.description(
      'Address of the tier: redis://, rediss://, valkey://, postgres://, s3:// or https://.',
    ),
  ),
} satisfies EntriesOf<RemoteTierOptions>;

const tier = v.pipe(
  // What a key that is missing gets for a message; `url` alone is required.
  v.strictObject(TIER, 'expected a URL'),
  v.forward(
    v.check(
      ({ url, insecure }) => urlProblem(url, insecure === true) === null,
      ({ input: { url, insecure } }) => urlProblem(url, insecure === true) ?? '',
    ),
    ['url'],
  ),
);

const tierUrl = v.pipe(
  v.string(),
  v.check(
    (url) => urlProblem(url, false) === null,
    ({ input }) => urlProblem(input, false) ?? '',
  ),
);

const TIER_EXPECTED = 'expected a URL, or an object with "url"';

const BUY_ALONE = 'expected true, false, or seconds';

const CACHE = {
  dir: option(
    v.string('expected a path'),
    "Cache folder, relative to the root; `~/` is your home folder. Default: the user's cache folder.",
  ),
  namespace: option(
    v.pipe(v.string(NAMESPACE), v.regex(/^[\w.\-/]{0,64}$/, NAMESPACE)),
    'Separates the entries of teams or services in one shared cache.',
  ),
  buyAlone: option(
    v.union([v.boolean(), v.pipe(v.number(), v.finite(), v.minValue(0))], BUY_ALONE),
    'Buy although the tier that prevents double purchases cannot be reached. A number: after that many seconds. Default: true, which means 45.',
  ),
  timeout: option(
    v.pipe(v.number(SECONDS), v.finite(SECONDS), v.gtValue(0, SECONDS)),
    'Timeout of one request to a tier of the shared cache. Unit: seconds. Default: 5; 30 for the tier that prevents double purchases.',
  ),
  trustedKeys: option(
    v.array(
      v.pipe(v.string(PUBLIC_KEY), v.check(isPublicKey, PUBLIC_KEY)),
      'expected an array of public keys',
    ),
    'Public keys whose entries in the shared cache this project accepts: `assetgen keys show` prints one.',
  ),
  remote: option(
    v.union([v.array(v.union([tierUrl, tier], TIER_EXPECTED)), tierUrl, tier], TIER_EXPECTED),
    'Tiers of the shared cache, nearest first.',
  ),
} satisfies EntriesOf<CacheOptions>;

const SERVICE_EXPECTED = 'expected "local", or { "maxWait": seconds of at least 0 }';
const MAX_WAIT = 'expected seconds, a number of at least 0';

const SERVICE = {
  maxWait: option(
    v.pipe(v.number(MAX_WAIT), v.finite(MAX_WAIT), v.minValue(0, MAX_WAIT)),
    'Longest pause to wait when the service asks for one. Unit: seconds. Default: 900.',
  ),
} satisfies EntriesOf<ServiceOptions>;

const BUDGETS =
  'expected an array such as [{ "assets": "props/**", "maxBytes": 2000000, "maxGpuBytes": 20000000 }], with at least one of maxBytes, maxGpuBytes and maxDrawCalls in each';
const LIMITS = ['maxBytes', 'maxGpuBytes', 'maxDrawCalls'] as const;

const limit = (description: string): Schema =>
  option(v.pipe(v.number(BUDGETS), v.integer(BUDGETS), v.minValue(0, BUDGETS)), description);

const BUDGET = {
  assets: v.pipe(
    v.string(BUDGETS),
    v.nonEmpty(BUDGETS),
    v.maxLength(MAX_PREFIX, BUDGETS),
    v.description('A glob over the names of assets.'),
  ),
  maxBytes: limit('Most bytes of their files together. Unit: bytes.'),
  maxGpuBytes: limit('Most GPU memory of their models together. Unit: bytes.'),
  maxDrawCalls: limit('Most draw calls of their models together.'),
} satisfies EntriesOf<SizeBudget>;

/** The schema of each option. */
export const OPTIONS: EntriesOf<AssetgenOptions> = {
  manifests: option(
    v.union([pathOrGlob, v.pipe(v.array(pathOrGlob, LIST), v.nonEmpty(LIST))], LIST),
    'Manifests, as paths or globs from the root. Default: assets.gen.json, .jsonc, .mts, .ts and .mjs.',
  ),
  prefix: option(
    v.pipe(
      v.string(PREFIX),
      v.maxLength(MAX_PREFIX, `expected a prefix of at most ${MAX_PREFIX} characters`),
      v.regex(/^[\w@~#$][\w@~#$/.-]*$/, PREFIX),
    ),
    'Prefix of imports. Default: @gen.',
  ),
  mode: option(
    v.picklist(MODES, 'expected "draft", "generate" or "frozen"'),
    'Whether a run may generate: draft, generate or frozen. Default: draft in dev servers, frozen where CI is set, else generate.',
  ),
  drafts: option(
    v.picklist(['warn', 'error'], 'expected "warn" or "error"'),
    'error: a build that would use a draft fails; dev servers still use drafts. Default: warn.',
  ),
  service: option(
    v.union([v.literal('local'), v.strictObject(SERVICE)], SERVICE_EXPECTED),
    'local: use the embedded local service. Or an object with options for the service.',
  ),
  baseUrl: option(httpUrl, 'URL of group V1, if it differs. Default: apiUrl.'),
  apiUrl: option(
    httpUrl,
    'URL of the service; with baseUrl, that of its group LEGACY alone. Default: baseUrl.',
  ),
  budget: option(
    v.pipe(v.number(POINTS), v.finite(POINTS), v.minValue(0, POINTS)),
    'Points that one run may spend. Default: no limit.',
  ),
  concurrency: option(
    v.pipe(v.number(INTEGER), v.integer(INTEGER), v.minValue(1, INTEGER)),
    'Assets processed at once; jobs that wait at the service do not count. Default: 8.',
  ),
  maxInFlight: option(
    v.pipe(v.number(INTEGER), v.integer(INTEGER), v.minValue(1, INTEGER)),
    'Assets started but not finished; most of them wait at the service. Default: 1000.',
  ),
  jobTimeout: option(
    v.pipe(v.number(SECONDS), v.finite(SECONDS), v.gtValue(0, SECONDS)),
    'Deadline of one job. Unit: seconds. Default: 1800.',
  ),
  cache: option(
    v.strictObject(CACHE, 'expected an object'),
    'Cache of results, on this machine and for a team.',
  ),
  modules: option(
    v.union([v.picklist(['url', 'import']), v.literal(false)], 'expected "url", "import" or false'),
    'Write real modules to .assetgen/modules, for tools without a plugin; they reference files by new URL or by import. Default: false.',
  ),
  budgets: option(
    v.array(
      v.pipe(
        v.strictObject(BUDGET, BUDGETS),
        v.check((budget) => LIMITS.some((key) => key in budget), BUDGETS),
      ),
      BUDGETS,
    ),
    'Size limits of groups of assets; a build that exceeds one fails. Default: none.',
  ),
};

/** The known keys at a path below the options, for "did you mean". */
export function knownOptions(path: readonly (string | number)[]): readonly string[] {
  if (path.length === 0) return Object.keys(OPTIONS);
  return path.length === 1 ? Object.keys(CACHE) : ['url', 'access', 'blobs', 'insecure'];
}

/** The schema of a whole config: what the published JSON Schema is generated from. */
export function configSchema(): Schema {
  return v.strictObject({
    $schema: option(v.string(), 'Path or URL of the JSON Schema of this file, for editors.'),
    ...OPTIONS,
  });
}
