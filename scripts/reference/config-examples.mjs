// An example for each key of the config, nested ones too. A test gives each of them to the command
// (test/docs/examples.test.ts).

const URL = 's3://team-assets/game?region=eu-central-1';
const PROPS = 'props/**';

/** Entries of the config, by key. */
export const CONFIG_EXAMPLES = {
  $schema: { $schema: './node_modules/assetgen/assetgen.config.schema.json' },
  manifests: { manifests: ['assets.gen.json', 'levels/*/assets.gen.json'] },
  prefix: { prefix: '~gen' },
  mode: { mode: 'generate' },
  drafts: { drafts: 'error' },
  service: { service: 'local' },
  'service.maxWait': { service: { maxWait: 900 } },
  baseUrl: { apiUrl: 'https://api.example.com', baseUrl: 'https://v1.example.com' },
  apiUrl: { apiUrl: 'https://api.example.com' },
  budget: { budget: 200 },
  concurrency: { concurrency: 4 },
  maxInFlight: { maxInFlight: 50 },
  jobTimeout: { jobTimeout: 3600 },
  cache: { cache: { dir: '.cache/assetgen', remote: URL } },
  'cache.dir': { cache: { dir: '.cache/assetgen' } },
  'cache.namespace': { cache: { namespace: 'game' } },
  'cache.buyAlone': { cache: { buyAlone: false } },
  'cache.timeout': { cache: { timeout: 10 } },
  'cache.trustedKeys': {
    cache: { trustedKeys: ['ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ann'] },
  },
  'cache.remote': { cache: { remote: URL } },
  'cache.remote.access': { cache: { remote: { url: URL, access: 'read' } } },
  'cache.remote.blobs': { cache: { remote: { url: URL, blobs: false } } },
  'cache.remote.insecure': {
    cache: { remote: { url: 'http://cache.internal:8080', insecure: true } },
  },
  'cache.remote.url': { cache: { remote: [{ url: 'redis://127.0.0.1' }, { url: URL }] } },
  modules: { modules: 'url' },
  budgets: { budgets: [{ assets: PROPS, maxBytes: 4_000_000, maxGpuBytes: 40_000_000 }] },
  'budgets.assets': { budgets: [{ assets: PROPS, maxBytes: 4_000_000 }] },
  'budgets.maxBytes': { budgets: [{ assets: PROPS, maxBytes: 4_000_000 }] },
  'budgets.maxGpuBytes': { budgets: [{ assets: PROPS, maxGpuBytes: 40_000_000 }] },
  'budgets.maxDrawCalls': { budgets: [{ assets: PROPS, maxDrawCalls: 60 }] },
};
