import { AssetgenError } from '@assetgen/client/errors';
import type { LockedOutput, OutputMeta } from '../lock/lock.ts';
import { isBought } from '../manifest/adopted-uuids.ts';
import type { Asset, Output } from '../manifest/manifest.ts';

/**
 * Holds an output against the asset's `expect` limits. A rejected result stays in the cache.
 * @throws AssetgenError `ASSETGEN_EXPECT`
 */
export function checkExpect(
  asset: Asset,
  output: Output,
  made: Omit<LockedOutput, 'fingerprint'>,
): void {
  const { maxBytes, maxTriangles, maxGpuBytes, maxDrawCalls, minWidth, minHeight, maxDuration } =
    asset.expect;
  const { triangles, gpuBytes, drawCalls, width, height, duration, invalid } = made.meta;
  const { type } = output.step;
  const own =
    type === 'video' || (type !== 'thumbnail' && Object.keys(stepOptions(output)).length === 0);
  const rules: [string, boolean, string][] = [
    ['maxBytes', above(made.bytes, maxBytes), `${made.bytes} bytes`],
    ['maxTriangles', above(triangles, maxTriangles), `${triangles} triangles`],
    ['maxGpuBytes', above(gpuBytes, maxGpuBytes), `${gpuBytes} bytes${largestMap(made.meta)}`],
    ['maxDrawCalls', above(drawCalls, maxDrawCalls), `${drawCalls} draw calls`],
    ['minWidth', own && below(width, minWidth), `a width of ${width}`],
    ['minHeight', own && below(height, minHeight), `a height of ${height}`],
    ['maxDuration', above(duration, maxDuration), `${duration} seconds`],
  ];
  for (const [key, broken, found] of rules) {
    if (!broken) continue;
    const limit = asset.expect[key as keyof typeof asset.expect];
    throw rejected(
      asset,
      `${output.name}: expected ${key} ${limit}, found ${found}`,
      'Change "expect" or the output',
    );
  }
  if (invalid !== undefined && asset.expect.valid !== false) {
    const message = `${output.name}: expected a valid GLB, found ${invalid}`;
    throw rejected(asset, message, 'Set "valid": false in "expect"');
  }
}

/** A limit of `expect` that a file does not keep, and what the file has instead. */
export interface BrokenLimit {
  readonly key: string;
  readonly limit: number;
  readonly found: number;
}

/** `hill.webp: expected maxBytes 100, found 1214 bytes` */
const LIMIT =
  /: expected ((?:max|min)[A-Z]\w+) ([\d.]+), found (?:a (?:width|height) of )?([\d.]+)/;

/**
 * The limit that the message of an `ASSETGEN_EXPECT` is about: a failure is kept in words.
 * @returns null where it is about none, as for an invalid GLB
 */
export function brokenLimit(message: string): BrokenLimit | null {
  const [, key, limit, found] = LIMIT.exec(message) ?? [];
  return key === undefined ? null : { key, limit: Number(limit), found: Number(found) };
}

/** Where most of the memory goes. */
function largestMap({ maps = [] }: OutputMeta): string {
  const [largest] = [...maps].sort((a, b) => b.gpuBytes - a.gpuBytes);
  if (largest === undefined) return '';
  const { roles, width, height, format, gpuBytes } = largest;
  const role = roles.join(' and ');
  return `, ${gpuBytes} of them ${role} of ${width} × ${height} pixels as ${format}`;
}

function rejected(asset: Asset, message: string, change: string): AssetgenError {
  const ways = [
    change,
    ...(asset.variants > 1 || (isBought(asset) && asset.kind !== 'chibi')
      ? [`\`assetgen pick ${asset.name} N\``]
      : []),
    ...(isBought(asset) ? [`\`assetgen reroll ${asset.name}\``] : []),
  ];
  const paid = isBought(asset) ? 'The result is kept; assetgen never buys another by itself. ' : '';
  const hint = `${paid}${listOf(ways)}.`;
  return new AssetgenError('ASSETGEN_EXPECT', message, { hint });
}

/** `a, b, or c` */
function listOf(ways: readonly string[]): string {
  const last = ways.at(-1) ?? '';
  return ways.length === 1 ? last : `${ways.slice(0, -1).join(', ')}, or ${last}`;
}

function stepOptions(output: Output): object {
  return 'options' in output.step ? output.step.options : {};
}

function above(value: number | undefined, limit: number | undefined): boolean {
  return value !== undefined && limit !== undefined && value > limit;
}

function below(value: number | undefined, limit: number | undefined): boolean {
  return value !== undefined && limit !== undefined && value < limit;
}
