import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { MODEL_PRESETS } from '@assetgen/core';
import { KINDS } from '../kinds.ts';

export const PRESETS: readonly string[] = [...MODEL_PRESETS, 'none'];

/** What `assetgen make` is to make: an asset of one output, and where its file goes. */
export interface MadeEntry {
  /** Name of the asset, of the file's: `dragon`. */
  readonly name: string;
  /** As the manifest has it. */
  readonly entry: {
    readonly kind: string;
    readonly prompt: string;
    readonly outputs: readonly [{ readonly format: string; readonly preset?: string }];
  };
  /** Absolute path. */
  readonly file: string;
}

/**
 * @param preset of a GLB: `web` by default, `none` for what the service gives
 * @param file where it goes, from `cwd`: its extension says what it is
 * @throws AssetgenError `ASSETGEN_USAGE` for an extension that nothing has, or a preset that does not exist
 */
export function madeEntry(
  prompt: string,
  file: string,
  preset: string | undefined,
  cwd: string,
): MadeEntry {
  const { name: stem, ext } = path.parse(file);
  const extension = ext.slice(1).toLowerCase();
  const known = Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined;
  if (known === undefined) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--output: expected a file that ends in ${extensions()}, found ${JSON.stringify(file)}`,
    );
  }
  const [kind, format] = known;
  if (prompt.trim() === '') {
    throw new AssetgenError('ASSETGEN_USAGE', 'expected a prompt, found an empty text');
  }
  if (preset !== undefined && format !== 'glb') {
    throw new AssetgenError('ASSETGEN_USAGE', `--preset is for .glb files, found ${ext}`);
  }
  if (preset !== undefined && !PRESETS.includes(preset)) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--preset: expected one of ${PRESETS.join(', ')}, found ${JSON.stringify(preset)}`,
    );
  }
  const size = format === 'glb' ? (preset ?? 'web') : 'none';
  const output = size === 'none' ? { format } : { format, preset: size };
  return {
    name: assetName(stem),
    entry: { kind, prompt, outputs: [output] },
    file: path.resolve(cwd, file),
  };
}

/** `Red Dragon (2)` → `red-dragon-2`: any file may be asked for, and names of assets are short. */
function assetName(stem: string): string {
  const name = stem
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? 'asset' : name;
}

function extensions(): string {
  const all = Object.keys(KINDS).map((each) => `.${each}`);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
