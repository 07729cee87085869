import { MODEL_FORMATS } from '@assetgen/client/wire';
import type { Output } from './manifest.ts';
import { IMAGE_FORMATS, VIDEO_FORMATS } from './manifest.ts';

/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;

/** A device in any segment, with any extension or none. */
const DEVICE = /(?:^|\/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[./]|$)/;

/** Good segments without a dot, as nearly all names have: two patterns, where the segments one by one take three each. */
const PLAIN = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/;

/** Most characters of a file's name: 255 bytes are the limit of file systems, and of a temporary name. */
const MAX_FILE_NAME = 200;

/** What is wrong with the name of an asset, or null. */
export function checkName(name: string): string | null {
  const expected = 'expected a path of segments of a-z, 0-9, ".", "_" and "-"';
  if (name === '') return `${expected}, found ""`;
  if (name.length > MAX_FILE_NAME) return `expected at most ${MAX_FILE_NAME} characters`;
  if (PLAIN.test(name) && !DEVICE.test(name)) return null;
  for (const segment of name.split('/')) {
    if (!/^[a-z0-9._-]+$/.test(segment)) return `${expected}, found ${JSON.stringify(segment)}`;
    if (/^\.|\.$/.test(segment)) return `a segment may not begin or end with "."`;
    if (RESERVED.test(segment)) return `"${segment}" is a device name on Windows`;
  }
  return null;
}

/** `<asset>[.<suffix>].<ext>` */
export function outputName(asset: string, suffix: string | null, format: string): string {
  return `${asset}${suffix === null ? '' : `.${suffix}`}.${format}`;
}

/** What is wrong with the name of an output, whose asset's name is good; or null. */
export function checkOutputName(name: string): string | null {
  const length = name.length - name.lastIndexOf('/') - 1;
  return length > MAX_FILE_NAME
    ? `expected a file name of at most ${MAX_FILE_NAME} characters, found ${length}`
    : null;
}

const FORMATS = new Set<string>([...MODEL_FORMATS, ...IMAGE_FORMATS, ...VIDEO_FORMATS, 'json']);

/**
 * Whether an asset of a manifest can have an output of this name: `hero.glb`, `hero.lod1.glb`, or
 * `team/ann.640w.webp` of a batch `team`. A lock is text that anybody may have written, and what no
 * manifest can name is not ours to delete.
 */
export function mayBeOutput(asset: string, output: string): boolean {
  if (checkName(asset) !== null || checkName(output) !== null) return false;
  if (checkOutputName(output) !== null || !output.startsWith(asset)) return false;
  const rest = /^(?:\/[a-z0-9._-]+?)?(?:\.[a-z0-9_-]+)*\.([a-z0-9]+)$/.exec(
    output.slice(asset.length),
  );
  return FORMATS.has(rest?.[1] ?? '');
}

/** The stem of an input image, as a segment of a name: `./Ann B.png` is `ann-b`. */
export function memberName(given: string): string {
  const file = given.split(/[\\/]/).at(-1) ?? given;
  const stem = file.replace(/\.[^.]+$/, '');
  return stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
}

/**
 * Pairs of import names that cannot both exist: an output that is also an asset's name, or a file
 * where another output needs a folder.
 *
 * @param names of all assets. @default made anew
 */
export function collisions(
  assets: readonly { readonly name: string; readonly outputs: readonly Output[] }[],
  names: Pick<ReadonlySet<string>, 'has'> = new Set(assets.map(({ name }) => name)),
): { readonly asset: string; readonly output: string; readonly with: string }[] {
  const found: { asset: string; output: string; with: string }[] = [];
  const files = new Map<string, string>();
  // Functions, here and wherever thousands are walked: they are compiled soon, where a loop that runs once makes an
  // object at each step.
  assets.forEach((asset) => {
    for (const { name: output } of asset.outputs) {
      const owner = files.get(output);
      if (names.has(output)) {
        found.push({ asset: asset.name, output, with: `asset "${output}"` });
      } else if (owner !== undefined) {
        found.push({ asset: asset.name, output, with: `an output of "${owner}"` });
      }
      if (owner === undefined) files.set(output, asset.name);
    }
  });
  files.forEach((asset, file) => {
    // Every output has a dot in its name: a folder without one is none.
    const dot = file.indexOf('.');
    for (let slash = file.indexOf('/', dot); slash !== -1; slash = file.indexOf('/', slash + 1)) {
      const owner = files.get(file.slice(0, slash));
      if (owner !== undefined) {
        found.push({
          asset,
          output: file,
          with: `the file "${file.slice(0, slash)}" of "${owner}"`,
        });
      }
    }
  });
  return found;
}
