import { AssetgenError } from '@assetgen/client/errors';
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { noServiceHint } from '../../config/no-service-hint.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';

/** What says that nothing but a draft can be had, where the config (`drafts: "error"`) forbids one; null where it does not. */
export function draftProblem(
  { asset, reason }: AssetPlan,
  { drafts, service }: ResolvedConfig,
): AssetgenError | null {
  if (drafts !== 'error') return null;
  const [why, hint] =
    service.type === 'none'
      ? ['no service is set', noServiceHint()]
      : ['the mode is draft', 'Build in mode generate: `assetgen build --mode generate`.'];
  const message = `${asset.name}: ${reason}; ${why}, and "drafts" is "error"`;
  return new AssetgenError('ASSETGEN_DRAFTS', message, { hint });
}
