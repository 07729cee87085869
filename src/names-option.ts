import { AssetgenError } from '@assetgen/client/errors';
import { listOption } from './list-option.ts';

/**
 * An option that names assets, as {@link listOption}.
 *
 * @throws AssetgenError `ASSETGEN_USAGE` where it is given without a name: the unset variable of a script must not mean
 *   all assets
 */
export function namesOption(
  options: Readonly<Record<string, unknown>>,
  name: string,
): readonly string[] {
  const names = listOption(options, name);
  if (names.length > 0 || options[name] === undefined) return names;
  throw new AssetgenError('ASSETGEN_USAGE', `--${name}: expected a name, found none`);
}
