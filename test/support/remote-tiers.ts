import type { ResolvedTier } from '../../packages/core/src/config/resolve-remote.ts';
import { resolveRemote } from '../../packages/core/src/config/resolve-remote.ts';
import { createHttpExchange } from '../../packages/core/src/node/create-http-exchange.ts';
import type { RemoteTierOptions } from '../../packages/core/src/config/assetgen-options.ts';
import { openTier } from '../../packages/core/src/store/remote/open-tier.ts';
import type { Tier } from '../../packages/core/src/store/remote/tier.ts';
import type { RemoteTimes } from '../../packages/core/src/store/remote/remote-times.ts';
import { remoteTimes } from '../../packages/core/src/store/remote/remote-times.ts';
import { systemClock } from '@assetgen/client';

/** Opens a tier as a build would, from its options and the environment. */
export function openTestTier(
  options: RemoteTierOptions,
  env: Readonly<Record<string, string>> = {},
  times: RemoteTimes = remoteTimes(null),
): { readonly config: ResolvedTier; readonly tier: Tier } {
  const remote = resolveRemote({ remote: options }, (name) => env[name]);
  if (typeof remote === 'string') throw new Error(remote);
  const [config] = remote.tiers;
  if (config === undefined) throw new Error('no tier');
  const exchange = () => createHttpExchange(times);
  return {
    config,
    tier: openTier(config, { clock: systemClock, times, aws: remote.aws, exchange }),
  };
}
