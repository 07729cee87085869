import type { Asset } from '../../manifest/manifest.ts';
import type { BuildContext } from '../build-context.ts';
import { standInText } from '../report/stand-in.ts';

/** Says that what the embedded service has just made for an asset is a stand-in, where it is one. */
export async function tellStandIn(asset: Asset, { ports, options }: BuildContext): Promise<void> {
  const standIn = await ports.standIn?.(asset);
  if (standIn == null) return;
  const { name } = asset;
  const message = `${name}: ${standInText(standIn)}`;
  options.onEvent({ type: 'warning', code: 'ASSETGEN_STAND_IN', asset: name, message, once: true });
}
