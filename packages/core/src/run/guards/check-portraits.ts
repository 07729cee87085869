import { AssetgenError } from '@assetgen/client/errors';
import type { Asset, ImageInput } from '../../manifest/manifest.ts';
import type { UploadOf } from '../asset/create-request.ts';
import type { BuildContext } from '../build-context.ts';
import type { CheckPortrait, Workspace } from '../workspace/workspace.ts';

/** Waits between two questions that the service could not answer: its limit is a minute's. */
const WAITS_MS: readonly number[] = [5_000, 61_000];

/**
 * Checks the images of a chibi that requires portraits, before its points are spent. "Not known"
 * is not "no": it is asked again, and then told as what it is.
 */
export async function checkPortraits(
  asset: Asset,
  upload: UploadOf,
  { checkPortrait }: Workspace,
  context: BuildContext,
): Promise<void> {
  if (asset.kind !== 'chibi' || !asset.source.requirePortrait || checkPortrait === null) return;
  for (const image of asset.source.images) {
    const { portrait, message } = await ask(asset, image, upload, checkPortrait, context);
    if (portrait === true) continue;
    const shown = image.type === 'file' ? image.given : image.name;
    if (portrait === false) {
      throw new AssetgenError(
        'ASSETGEN_PORTRAIT',
        `${asset.name}: ${shown} shows no person, and "requirePortrait" needs one; nothing was paid`,
        { hint: 'Use another image, or leave "requirePortrait" out.' },
      );
    }
    throw new AssetgenError(
      'ASSETGEN_PORTRAIT_UNKNOWN',
      `${asset.name}: the portrait check of ${shown} gave no result (${message}); nothing was paid`,
      { hint: 'The check has its own rate limit. Run again in a minute.' },
    );
  }
}

async function ask(
  asset: Asset,
  image: ImageInput,
  upload: UploadOf,
  check: CheckPortrait,
  { ports, options, signal }: BuildContext,
): ReturnType<CheckPortrait> {
  for (const wait of WAITS_MS) {
    const answer = await check(upload(image), signal);
    if (answer.portrait !== null) return answer;
    const reason = `the portrait check could not tell: ${answer.message}`;
    options.onEvent({ type: 'waiting', asset: asset.name, reason, ms: wait });
    await ports.sleep(wait, signal);
  }
  return check(upload(image), signal);
}
