import { AssetgenError } from '@assetgen/client/errors';
import type { Position } from '../manifest/types.ts';
import { LOCK_VERSION } from './serialise.ts';
import type { Lock, LockedAsset } from './types.ts';
import { record } from './types.ts';

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
  const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(text);
  if (conflict !== null) {
    throw lockError(
      at(file, text, conflict.index),
      'a merge conflict stands in the lock',
      'Resolve it by keeping the entries of both sides, asset by asset; then run `assetgen check`.',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const offset = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
    throw lockError(at(file, text, offset), 'not JSON', RESTORE, error);
  }
  const fail = (key: string, message: string): never => {
    const offset = Math.max(0, text.indexOf(JSON.stringify(key)));
    throw lockError(at(file, text, offset), message, RESTORE);
  };
  if (!isObject(value) || !isObject(value['assets'])) {
    return fail('assets', 'expected an object with "lockfileVersion" and "assets"');
  }
  if (value['lockfileVersion'] !== LOCK_VERSION) {
    const found = JSON.stringify(value['lockfileVersion']);
    throw lockError(
      at(file, text, Math.max(0, text.indexOf('"lockfileVersion"'))),
      `expected lockfileVersion ${LOCK_VERSION}, found ${found}`,
      'It was written by another version of assetgen: use that one, or update this one.',
    );
  }
  const duplicate = duplicateAsset(text, Object.keys(value['assets']).length);
  if (duplicate !== null) fail(duplicate, `the asset "${duplicate}" stands in the lock twice`);
  for (const [name, asset] of Object.entries(value['assets'])) {
    if (!NAME.test(name)) fail(name, `${JSON.stringify(name)} is not the name of an asset`);
    const wrong = checkAsset(asset);
    if (wrong !== null) fail(name, `asset "${name}": ${wrong}`);
  }
  const assets = Object.entries(value['assets'] as Record<string, LockedAsset>);
  return {
    assets: record(
      assets.map(([name, asset]) => [
        name,
        { ...asset, outputs: record(Object.entries(asset.outputs)) },
      ]),
    ),
  };
}

const RESTORE = 'Take the file from version control again, or delete the broken entry.';

function checkAsset(asset: unknown): string | null {
  if (!isObject(asset)) return 'expected an object';
  if (!FINGERPRINT.test(String(asset['recipe']))) return 'expected "recipe" to be a fingerprint';
  const { jobs, variants, outputs } = asset;
  if (!isObject(asset['fields'])) return 'expected "fields"';
  if (!Array.isArray(jobs) || !Array.isArray(variants) || !isObject(outputs)) {
    return 'expected "jobs", "variants" and "outputs"';
  }
  for (const job of jobs) {
    if (!isObject(job) || !Array.isArray(job['uuids'])) return 'a job without "uuids"';
  }
  for (const variant of variants) {
    if (!isObject(variant) || variant['uuid'] === undefined) return 'a variant without "uuid"';
    if (variant['failed'] !== true && !DIGEST.test(String(variant['digest']))) {
      return 'a variant without a digest';
    }
  }
  for (const [name, output] of Object.entries(outputs)) {
    if (!NAME.test(name)) return `${JSON.stringify(name)} is not the name of an output`;
    if (!isObject(output)) return `the output "${name}" is not an object`;
    if (!DIGEST.test(String(output['digest']))) return `the output "${name}" has no digest`;
    if (!FINGERPRINT.test(String(output['fingerprint'])))
      return `the output "${name}" has no fingerprint`;
    if (typeof output['bytes'] !== 'number') return `the output "${name}" has no size`;
    if (!isObject(output['meta'])) return `the output "${name}" has no "meta"`;
  }
  return null;
}

/** JSON.parse keeps the last of two equal keys; the lock's own layout shows the assets' keys. */
function duplicateAsset(text: string, parsed: number): string | null {
  const names = [...text.matchAll(/^ {4}"([^"\\]+)": \{/gm)].map((match) => match[1] ?? '');
  if (names.length === parsed) return null;
  return names.find((name, index) => names.indexOf(name) !== index) ?? null;
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
