import { AssetgenError } from '@assetgen/client/errors';

/** What a number has to be. */
interface NumberLimits {
  readonly min: number;
  /** @default none */
  readonly max?: number;
  /** Whether it has to be a whole one. @default false */
  readonly whole?: boolean;
}

/**
 * A number given as an option; undefined where it is not given.
 * @throws AssetgenError `ASSETGEN_USAGE` for anything else
 */
export function numberOption(
  options: Readonly<Record<string, unknown>>,
  name: string,
  limits: number | NumberLimits,
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const {
    min,
    max = Infinity,
    whole = false,
  } = typeof limits === 'number' ? { min: limits } : limits;
  const value = Number(text);
  const isNumber = typeof text === 'string' && text.trim() !== '' && Number.isFinite(value);
  if (isNumber && value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  const kind = whole ? 'whole number' : 'number';
  const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new AssetgenError(
    'ASSETGEN_USAGE',
    `--${name}: expected a ${kind} ${range}, found ${JSON.stringify(text)}`,
  );
}

/** A TCP port given as `--port`, 0 for any free one. */
export function portOption(options: Readonly<Record<string, unknown>>): number | undefined {
  return numberOption(options, 'port', { min: 0, max: 65_535, whole: true });
}
