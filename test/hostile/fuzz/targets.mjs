// What is fuzzed: each target makes a case of chance, and says whether what came of it may be.
import { readFile } from 'node:fs/promises';
import { createClient } from '@assetgen/client';
import { crc32 } from 'node:zlib';
import { builtModule } from '../../../scripts/built-module.mjs';
import { GLB_SEEDS, glb } from '../glb.mjs';
import { IMAGE_SEEDS } from '../images.mjs';
import { FILM_SEEDS } from '../mp4.mjs';
import sharp from 'sharp';
import { mutatedBytes, mutatedJson, mutatedText } from './mutate.mjs';

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {'made' | 'refused'} Outcome */

/**
 * @typedef {object} Target
 * @property {(random: Random) => unknown} make a case
 * @property {(made: any) => Promise<Outcome>} run
 */

const CORE = 'packages/core/src';
const [
  { parseDocument },
  { validateDocument },
  { normalise },
  { parseLock },
  { checkOptions },
  { resolveConfig },
  { runSteps },
] = await Promise.all(
  [
    'manifest/parse-document.ts',
    'manifest/validate-document.ts',
    'manifest/normalise.ts',
    'lock/parse-lock.ts',
    'config/check-options.ts',
    'config/resolve-config.ts',
    'process/run-steps.ts',
  ].map((file) => builtModule(`${CORE}/${file}`)),
);

const EXAMPLES = new URL('../../../examples/', import.meta.url);
/** @param {string} file */
const json = async (file) => JSON.parse(await readFile(new URL(file, EXAMPLES), 'utf8'));
const MANIFESTS = await Promise.all(
  ['ci', 'node-pipeline', 'vite-site', 'vite-three', 'webpack-three'].map((name) =>
    json(`${name}/assets.gen.json`),
  ),
);
const LOCK = await json('ci/assets.gen.lock.json');
const CONFIG = {
  manifests: ['assets.gen.json'],
  prefix: '@gen',
  mode: 'generate',
  apiUrl: 'https://api.example',
  baseUrl: 'https://api.example/v1',
  budget: 100,
  concurrency: 4,
  jobTimeout: 600,
  cache: { dir: '.cache', remote: ['https://cache.example'], trustedKeys: [] },
};

/** A text of the document: most often JSON that is well formed. @param {Random} random @param {unknown} document */
function textOf(random, document) {
  const text = JSON.stringify(mutatedJson(random, document));
  return random.happens(0.2) ? mutatedText(random, text) : text;
}

/**
 * Our own errors are an answer; any other is a bug.
 * @param {() => unknown} work @returns {Promise<Outcome>}
 */
async function answered(work) {
  try {
    await work();
    return 'made';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('ASSETGEN_') || code === 'ASSETGEN_INTERNAL') throw error;
    return 'refused';
  }
}

/** Steps on a source, which may be refused for its content and for nothing else. */
const HOST = { admit: async () => undefined, opened: () => undefined, made: () => undefined };
/** @param {Uint8Array} source @param {readonly object[]} steps @returns {Promise<Outcome>} */
async function processed(source, steps) {
  const files = {
    read: async () => new Uint8Array(source),
    put: async (/** @type {Uint8Array} */ bytes) => ({ digest: 'none', bytes: bytes.length }),
  };
  const names = steps.map((_step, index) => `output ${index}`);
  const task = { file: '', digest: 'none', bytes: source.length, storeDir: '', steps, names };
  try {
    await runSteps(task, 1, HOST, files);
    return 'made';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ASSETGEN_CONTENT') {
      return 'refused';
    }
    throw error;
  }
}

/** As encoders make them. */
const ENCODED = await Promise.all(
  /** @type {const} */ (['jpeg', 'webp', 'avif', 'tiff', 'gif']).map((format) =>
    sharp(IMAGE_SEEDS[0]?.()).toFormat(format).toBuffer(),
  ),
);
const IMAGES = [...IMAGE_SEEDS, ...ENCODED.map((image) => () => image)];

const ANSWERS = [
  { type: 'sys', message: 'Generating', uuids: ['11111111-0000-4000-8000-000000000001'] },
  { data: { pointsDeducted: 6, queueStatus: 'queued', jobNum: 1, uuids: ['p-1'] } },
  { object: 'list', data: [{ id: 'a/b', object: 'model', capabilities: { max_n: 4 } }] },
  { results: [{ uuids: ['c-1'], success: true, message: 'ok' }], failures: [] },
  { success: true, data: { status: 0, url: 'https://cdn.example/a.glb', percent: 40 } },
  { total_points: 40, points: 3 },
  { errors: [{ msg: 'is too long', path: 'prompt' }] },
  { code: 403, error: { message: 'not enough points' } },
];
const CALLS = [
  ['createNormalPicture', { prompt: 'a mill' }],
  ['generateModelWithText', { prompt: 'a mill' }],
  ['generateImages', { prompt: 'a mill', model: 'a/b' }],
  ['retrieveModel', { uuid: 'a-1' }],
  ['listModels', undefined],
  ['queryPointsInfo', undefined],
];
const HEADERS = [
  'retry-after',
  'content-type',
  'content-encoding',
  'location',
  'x-ratelimit-reset',
];

/** @type {Readonly<Record<string, Target>>} */
export const TARGETS = {
  manifest: {
    make: (random) => textOf(random, random.pick(MANIFESTS)),
    run: (text) =>
      answered(() =>
        normalise([validateDocument(parseDocument('assets.gen.json', text))], '/project'),
      ),
  },
  lock: {
    make: (random) => textOf(random, LOCK),
    run: (text) => answered(() => parseLock('assets.gen.lock.json', text)),
  },
  config: {
    make: (random) => mutatedJson(random, CONFIG),
    run: (config) =>
      answered(() => resolveConfig(checkOptions(config, 'assetgen.config.json'), {}, {}, 'build')),
  },
  answers: {
    make(random) {
      const text = textOf(random, random.pick(ANSWERS));
      const headers = random.happens(0.3)
        ? {
            [random.pick(HEADERS)]: random.pick(['1', '-1', 'gzip', 'x'.repeat(9_000), 'Infinity']),
          }
        : {};
      const status = random.pick([200, 200, 200, 201, 202, 299, 302, 400, 403, 429, 500, 503]);
      return { text, headers, status, call: random.pick(CALLS) };
    },
    async run({ text, headers, status, call: [name, input] }) {
      let asked = 0;
      let now = 0;
      const client = createClient({
        apiKey: 'key',
        apiUrl: 'http://api.example',
        clock: { now: () => now, sleep: async (ms) => void (now += ms) },
        fetch: () => {
          asked += 1;
          return Promise.resolve(new Response(text, { status, headers }));
        },
      });
      const isCreate = /^(?:create|generate)/.test(name);
      const args = input === undefined ? [] : [input];
      const outcome = await answered(() => client[name](...args, { attempts: isCreate ? 1 : 3 }));
      if (isCreate && asked > 1) throw new Error(`${name} went out ${asked} times`);
      return outcome;
    },
  },
  glb: {
    make(random) {
      const { json: document, bin } = random.pick(GLB_SEEDS)();
      if (random.happens(0.3)) return mutatedBytes(random, glb(document, bin));
      const data = random.happens(0.2) ? mutatedBytes(random, bin) : bin;
      return glb(mutatedJson(random, document), data);
    },
    run: (source) =>
      processed(source, [
        { type: 'model', options: {} },
        { type: 'model', options: { simplify: 0.5, compress: 'meshopt', ground: true } },
        { type: 'thumbnail', format: 'png', options: { width: 16 } },
      ]),
  },
  png: {
    make(random) {
      const mutated = mutatedBytes(random, random.pick(IMAGES)());
      return random.happens(0.7) ? withSums(mutated) : mutated;
    },
    run: (source) =>
      processed(source, [{ type: 'image', format: 'webp', options: { width: 16, effort: 0 } }]),
  },
  mp4: {
    make: (random) => mutatedBytes(random, random.pick(FILM_SEEDS)()),
    run: (source) => processed(source, [{ type: 'video' }]),
  },
};

/** The chunks of a PNG with the sums that they should have: else nothing behind them is read. */
function withSums(/** @type {Buffer} */ bytes) {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes;
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return bytes;
}
