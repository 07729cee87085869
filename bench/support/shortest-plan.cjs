// The shortest program that comes to the plan of bench/plan.mjs: it checks, names, hashes and compares as much as
// `assetgen plan --json`, but knows only what those manifests say, and tells nobody what is wrong with one.
const { hash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');

const [folder, cache] = process.argv.slice(2);
const NAME = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/;
const OUTPUT = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/;
const FINGERPRINT = /^[0-9a-f]{64}$/;
const DIGEST = /^sha256-[0-9a-f]{64}$/;
const FORMATS = { image: ['png', 'jpeg', 'webp', 'avif'], model: ['glb'], video: ['mp4'] };
const DEFAULTS = { image: ['webp'], model: ['glb'], video: ['mp4'] };
const VERSIONS = { image: '2-sharp0.35', model: '7-gltf-transform4.5-basis2.5', video: '2' };
const GONE = ' missing, blob missing from the cache, downloads again by UUID';

const manifest = read('assets.gen.json').assets;
const locked = existsSync(`${folder}/assets.gen.lock.json`) ? readLock() : {};
// Nothing was bought before, and no file was made: else this is no plan of this benchmark.
for (const name of ['.assetgen/journal', '.assetgen/files']) need(!existsSync(`${folder}/${name}`));
for (const name of ['v1/index', 'v1/locks', 'v1/blobs']) need(!existsSync(`${cache}/${name}`));

const recipes = new Set();
const files = new Map();
const assets = Object.keys(manifest)
  .sort()
  .map((name) => planOf(name, manifest[name]));
for (const [file, asset] of files) {
  need(manifest[file] === undefined);
  for (let at = file.indexOf('/', file.indexOf('.')); at !== -1; at = file.indexOf('/', at + 1)) {
    need(!files.has(file.slice(0, at)), asset);
  }
}
for (const name in locked) need(manifest[name] !== undefined);
const max = assets.some((each) => each.points.max === null) ? null : 0;
process.stdout.write(`${JSON.stringify({ assets, points: { min: 0, max } })}\n`);

function planOf(name, asset) {
  need(NAME.test(name) && name.length <= 200);
  const { kind, prompt, outputs = DEFAULTS[kind] } = asset;
  for (const key in asset) need(key === 'kind' || key === 'prompt' || key === 'outputs');
  need(FORMATS[kind] !== undefined && typeof prompt === 'string' && prompt.trim() !== '');
  const recipe = hash('sha256', recipeOf(kind, prompt));
  const made = outputs.map((output) => outputOf(name, kind, output));
  const known = locked[name];
  if (known?.recipe !== recipe) {
    // A second one of a recipe would share the purchase of the first.
    need(known === undefined && !recipes.has(recipe));
    recipes.add(recipe);
    return { name, action: 'generate', reason: 'new', points: { min: 0, max: null } };
  }
  const source = JSON.stringify(known.variants[0].digest);
  const reasons = made.map(({ file, options }) => {
    const text = `{"options":${options},"source":${source},"step":"${kind}","version":"${VERSIONS[kind]}"}`;
    need(known.outputs[file].fingerprint === hash('sha256', text));
    return file + GONE;
  });
  return { name, action: 'download', reason: reasons.join('; '), points: { min: 0, max: 0 } };
}

/** Text with its keys in order. */
function recipeOf(kind, prompt) {
  const words = JSON.stringify(prompt);
  if (kind === 'model') {
    return `{"faces":1000000,"kind":"model","meshOnly":false,"pbr":true,"prompt":${words},"quality":"high","revision":0,"version":1}`;
  }
  if (kind === 'image') {
    return `{"aspectRatio":"1:1","kind":"image","modelKey":"image-2","prompt":${words},"references":[],"revision":0,"version":1}`;
  }
  return `{"aspectRatio":"16:9","duration":5,"kind":"video","prompt":${words},"references":[],"resolution":"720p","revision":0,"version":1}`;
}

function outputOf(name, kind, output) {
  const { format, width } = typeof output === 'string' ? { format: output } : output;
  for (const key in typeof output === 'string' ? {} : output) {
    need(key === 'format' || (key === 'width' && kind === 'image'));
  }
  need(FORMATS[kind].includes(format) && (width === undefined || (width | 0) === width));
  const file = `${name}.${width === undefined ? '' : `${width}w.`}${format}`;
  need(!files.has(file));
  files.set(file, name);
  if (kind === 'video') return { file, options: '{}' };
  const own = width === undefined ? '{}' : `{"width":${width}}`;
  const options = kind === 'model' ? `{"options":{}}` : `{"format":"${format}","options":${own}}`;
  return { file, options };
}

function readLock() {
  const { lockfileVersion, assets: entries } = read('assets.gen.lock.json', true);
  need(lockfileVersion === 1);
  for (const name in entries) {
    const { kind, recipe, fields, jobs, variants, outputs } = entries[name];
    need(NAME.test(name) && FORMATS[kind] !== undefined && FINGERPRINT.test(recipe));
    need(typeof fields === 'object' && Array.isArray(jobs) && Array.isArray(variants));
    for (const { operation, uuids, points } of jobs) {
      need(typeof operation === 'string' && uuids.every((uuid) => typeof uuid === 'string'));
      need(points === null || typeof points === 'number');
    }
    for (const { uuid, digest, bytes } of variants) {
      need(typeof uuid === 'string' && DIGEST.test(digest) && typeof bytes === 'number');
    }
    for (const output in outputs) {
      const { fingerprint, digest, bytes, meta } = outputs[output];
      need(OUTPUT.test(output) && FINGERPRINT.test(fingerprint));
      need(DIGEST.test(digest) && typeof bytes === 'number');
      for (const key in meta) need(typeof meta[key] === 'number');
    }
  }
  return entries;
}

/** @param hashed whether the digest of the file counts */
function read(name, hashed = false) {
  const bytes = readFileSync(`${folder}/${name}`);
  if (hashed) need(hash('sha256', bytes) !== '');
  const text = bytes.toString('utf8');
  need(!/^(?:<{7}|={7}|>{7})(?: |$)/m.test(text));
  const value = JSON.parse(text);
  // JSON.parse keeps the last of two equal keys.
  need(countKeys(value) === countKeysIn(text));
  return value;
}

function countKeys(value) {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const key in value) count += (Array.isArray(value) ? 0 : 1) + countKeys(value[key]);
  return count;
}

/** These texts have no escaped quotes, and no space before a colon. */
function countKeysIn(text) {
  let count = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) count += 1;
  return count;
}

function need(isTrue) {
  if (!isTrue) throw new Error('not a plan of this benchmark');
}
