import { AssetgenError } from '@assetgen/client/errors';
import type { RawObject } from '../manifest/is-object.ts';
import { isObject } from '../manifest/is-object.ts';
import { parseDocument } from '../manifest/parse-document.ts';
import type { JsonPath } from '../manifest/print-path.ts';
import { countKeys, countKeysIn } from '../manifest/parse-strict-json.ts';
import type { Position } from '../manifest/manifest.ts';
import { LOCK_VERSION } from './serialise-lock.ts';
import type { Lock, LockedAsset, LockedJob, LockedOutput, LockedVariant } from './lock.ts';

const CONFLICT = /^(?:<{7}|={7}|>{7})(?: |$)/m;
/** Quick to look for, where the pattern is not. */
const MARKS = ['<<<<<<<', '=======', '>>>>>>>'];
const DIGEST = /^sha256-[0-9a-f]{64}$/;
const FINGERPRINT = /^[0-9a-f]{64}$/;
/** Names of assets and outputs: what {@link checkName} lets pass, so never `..` and never absolute. */
const NAME = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/;

/**
 * Reads the text of a lock. JSON.parse decides whether it is one: positions are only looked for
 * when something is wrong, because every warm build comes through here.
 * @throws AssetgenError `ASSETGEN_LOCK` with file and line
 */
export function parseLock(file: string, text: string): Lock {
  const conflict = MARKS.some((mark) => text.includes(mark)) ? CONFLICT.exec(text) : null;
  if (conflict !== null) {
    throw lockError(
      at(file, text, conflict.index),
      'the lock contains a merge conflict',
      'Resolve it by keeping the entries of both sides, asset by asset; then run `assetgen check`.',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // What JSON.parse says of the place differs from version to version of Node.
    const place = parseDocument(file, text).problems[0]?.position ?? at(file, text, text.length);
    throw lockError(place, 'not JSON', RESTORE, error);
  }
  const fail = (path: JsonPath, message: string, hint = RESTORE): never => {
    throw lockError(parseDocument(file, text).whereKey(path), message, hint);
  };
  if (!isObject(value)) return fail([], 'expected an object with "lockfileVersion" and "assets"');
  if (value['lockfileVersion'] !== LOCK_VERSION) {
    const found = JSON.stringify(value['lockfileVersion']) ?? 'none';
    return fail(
      ['lockfileVersion'],
      `expected lockfileVersion ${LOCK_VERSION}, found ${found}`,
      'It was written by another version of assetgen: use that one, or update this one.',
    );
  }
  if (!isObject(value['assets'])) return fail(['assets'], 'expected "assets" to be an object');
  // JSON.parse keeps the last of two equal keys.
  if (countKeys(value, Infinity) !== countKeysIn(text)) {
    const [twice] = parseDocument(file, text).problems;
    if (twice !== undefined) {
      throw lockError(twice.position, `${twice.path}: ${twice.message}`, RESTORE);
    }
  }
  const found = value['assets'];
  Object.keys(found).forEach((name) => {
    if (!NAME.test(name)) {
      fail(['assets', name], `${JSON.stringify(name)} is not the name of an asset`);
    }
    const wrong = checkAsset(found[name]);
    if (wrong !== null) {
      fail(['assets', name, ...wrong.path], `asset "${name}": ${wrong.message}`);
    }
  });
  // Not copied to a record without one: a copy of a large lock takes longer than all of these checks.
  const assets = Object.setPrototypeOf(found, null) as Record<string, LockedAsset>;
  // An output's name ends in its format: no property of a plain object is called so.
  return { assets };
}

const RESTORE = 'Take the file from version control again, or delete the broken entry.';

interface Wrong {
  readonly path: JsonPath;
  readonly message: string;
}

function checkAsset(asset: unknown): Wrong | null {
  const wrong = (path: JsonPath, message: string): Wrong => ({ path, message });
  if (!isObject(asset)) return wrong([], 'expected an object');
  const { jobs, variants, outputs } = asset;
  if (!KINDS.has(asset['kind'])) return wrong(['kind'], 'expected "kind" to be one of a manifest');
  if (!matches(FINGERPRINT, asset['recipe'])) {
    return wrong(['recipe'], 'expected "recipe" to be a fingerprint');
  }
  if (!isObject(asset['fields'])) return wrong(['fields'], 'expected "fields"');
  if (!Array.isArray(jobs) || !Array.isArray(variants) || !isObject(outputs)) {
    return wrong([], 'expected "jobs", "variants" and "outputs"');
  }
  // By number and by key: lists of entries would be made for each of thousands.
  for (let index = 0; index < jobs.length; index += 1) {
    if (isJob(jobs[index])) continue;
    return wrong(['jobs', index], 'a job without "operation", "uuids", "points"');
  }
  for (let index = 0; index < variants.length; index += 1) {
    const found = wrongVariant(variants[index]);
    if (found !== null) return wrong(['variants', index, ...found.path], found.message);
  }
  for (const name in outputs) {
    const message = wrongOutput(name, outputs[name]);
    if (message !== null) return wrong(['outputs', name], message);
  }
  return null;
}

function wrongVariant(variant: unknown): Wrong | null {
  const wrong = (path: JsonPath, message: string): Wrong => ({ path, message });
  if (!isObject(variant) || !(variant['uuid'] === null || typeof variant['uuid'] === 'string')) {
    return wrong([], 'a variant without "uuid"');
  }
  if (variant['failed'] !== true && !isBlob(variant)) {
    return wrong([], 'a variant without a digest and a size');
  }
  const odd = oddVariantKey(variant);
  return odd === null ? null : wrong([odd], `a variant without a good "${odd}"`);
}

function wrongOutput(name: string, output: unknown): string | null {
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not the name of an output`;
  if (!isObject(output)) return `the output "${name}" is not an object`;
  if (!isBlob(output)) return `the output "${name}" has no digest and size`;
  if (!matches(FINGERPRINT, output['fingerprint']))
    return `the output "${name}" has no fingerprint`;
  const key = isObject(output['meta']) ? wrongMeta(output['meta']) : 'meta';
  return key === null ? null : `the output "${name}" has no good "${key}"`;
}

const KINDS: ReadonlySet<unknown> = new Set(['model', 'image', 'video', 'chibi']);

/** Facts whose values stand in generated code as they are. */
const NUMBERS = [
  'width',
  'height',
  'duration',
  'triangles',
  'vertices',
  'materials',
  'textures',
  'scaleNumber',
  'gpuBytes',
  'drawCalls',
];
const TEXTS = ['placeholder', 'codec', 'audioCodec'];

/** Those facts by their types: of an output only those that it has are looked at. */
const TYPES = new Map<string, string>([
  ...NUMBERS.map((key) => [key, 'number'] as const),
  ...TEXTS.map((key) => [key, 'string'] as const),
]);

function wrongMeta(meta: RawObject): string | null {
  let isPlain = true;
  for (const key in meta) {
    const value = meta[key];
    if (value !== undefined && TYPES.get(key) !== typeof value) isPlain = false;
  }
  return isPlain ? null : wrongFact(meta);
}

/** What is wrong where there are others, or where one has another type. */
function wrongFact(meta: RawObject): string | null {
  const wrong = (type: string) => (key: string) =>
    meta[key] !== undefined && typeof meta[key] !== type;
  const key = NUMBERS.find(wrong('number')) ?? TEXTS.find(wrong('string'));
  if (key !== undefined) return key;
  if (!areNames(meta['names'])) return 'names';
  return areMaps(meta['maps']) ? null : 'maps';
}

function areMaps(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    Array.isArray(value) &&
    value.every(
      (map: unknown) =>
        isObject(map) &&
        typeof map['format'] === 'string' &&
        ['width', 'height', 'gpuBytes'].every((key) => typeof map[key] === 'number') &&
        Array.isArray(map['roles']) &&
        map['roles'].every((role) => typeof role === 'string'),
    )
  );
}

/** They stand in generated types. */
function areNames(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  return ['nodes', 'meshes', 'materials'].every((key) => {
    const list = value[key];
    return list === null || (Array.isArray(list) && list.every((name) => typeof name === 'string'));
  });
}

/** Whether a value is a {@link LockedJob}. */
export function isJob(job: unknown): job is LockedJob {
  if (!isObject(job) || typeof job['operation'] !== 'string') return false;
  const { uuids, points, service } = job;
  return (
    (service === undefined || typeof service === 'string') &&
    Array.isArray(uuids) &&
    uuids.every((uuid) => typeof uuid === 'string') &&
    (points === null || typeof points === 'number')
  );
}

/** Whether a value is that of a variant whose result is known, or of one that failed. */
export function isVariant(value: unknown): value is LockedVariant {
  if (!isObject(value)) return false;
  const named = value['uuid'] === null || typeof value['uuid'] === 'string';
  return named && oddVariantKey(value) === null && (value['failed'] === true || isBlob(value));
}

/** The key of a variant that is there and is not what it should be; null where all are. */
function oddVariantKey({ from, reason }: RawObject): 'from' | 'reason' | null {
  if (from !== undefined && !matches(DIGEST, from)) return 'from';
  return reason !== undefined && typeof reason !== 'string' ? 'reason' : null;
}

/** Whether a value is that of an output, its fingerprint aside. */
export function isMade(value: unknown): value is Omit<LockedOutput, 'fingerprint'> {
  if (!isObject(value) || !isBlob(value)) return false;
  return isObject(value['meta']) && wrongMeta(value['meta']) === null;
}

function isBlob(value: RawObject): boolean {
  return matches(DIGEST, value['digest']) && typeof value['bytes'] === 'number';
}

function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function at(file: string, text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { file, line, column: offset - before.lastIndexOf('\n') };
}

function lockError(
  position: Position,
  message: string,
  hint: string,
  cause?: unknown,
): AssetgenError {
  const { file, line, column } = position;
  return new AssetgenError('ASSETGEN_LOCK', `${file}:${line}:${column} ${message}`, {
    hint,
    cause,
  });
}
