import { AssetgenError } from '@assetgen/client/errors';

const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** A size given as an option, such as `500MB`; undefined where it is not given. Unit: bytes. */
export function sizeOption(
  options: Readonly<Record<string, unknown>>,
  name: string,
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const [, digits, unit = 'B'] = /^(\d+(?:\.\d+)?)\s*([KMGT]?B)?$/i.exec(String(text).trim()) ?? [];
  const factor = UNITS[unit.toUpperCase()];
  if (digits === undefined || factor === undefined) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--${name}: expected a size such as 500MB or 20GB, found ${JSON.stringify(text)}`,
    );
  }
  return Number(digits) * factor;
}
