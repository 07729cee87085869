import { AssetgenError } from '@assetgen/client/errors';
import type { LockedOutput } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';

/**
 * Holds an output against the asset's `expect` limits. What is rejected stays in the cache.
 * @throws AssetgenError `ASSETGEN_EXPECT`
 */
export function checkExpect(
  asset: Asset,
  output: Output,
  made: Omit<LockedOutput, 'fingerprint'>,
): void {
  const { maxBytes, maxTriangles, minWidth, minHeight, maxDuration } = asset.expect;
  const { triangles, width, height, duration, invalid } = made.meta;
  const { type } = output.step;
  const own =
    type === 'video' || (type !== 'thumbnail' && Object.keys(stepOptions(output)).length === 0);
  const rules: [string, boolean, string][] = [
    ['maxBytes', above(made.bytes, maxBytes), `${made.bytes} bytes`],
    ['maxTriangles', above(triangles, maxTriangles), `${triangles} triangles`],
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

function rejected(asset: Asset, message: string, change: string): AssetgenError {
  const hint = `The result is kept and was paid for. ${change}, \`assetgen pick ${asset.name} N\`, or \`assetgen reroll ${asset.name}\`.`;
  return new AssetgenError('ASSETGEN_EXPECT', message, { hint });
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
