import { AssetgenError } from '@assetgen/client/errors';

/** A number given as an option; undefined where it is not given. */
export function numberOption(
  options: Readonly<Record<string, unknown>>,
  name: string,
  min: number,
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (typeof text !== 'string' || text.trim() === '' || !Number.isFinite(value) || value < min) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--${name}: expected a number of at least ${min}, found ${JSON.stringify(text)}`,
    );
  }
  return value;
}
