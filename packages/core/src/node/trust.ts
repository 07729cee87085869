import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { ResolvedTier } from '../config/resolve-remote.ts';
import type { Origin, Voucher } from '../config/trust.ts';
import { originOf, untrusted, voucherOf } from '../config/trust.ts';
import { credentialOrigin } from './credential-origin.ts';
import { readTrusted } from './trust-file.ts';

/** A place that a project would send secrets to. */
export interface SecretPlace {
  readonly origin: Origin;
  readonly what: 'service' | 'cache';
  /** The source of trust in it; null: nothing is sent there. */
  readonly trustedBy: Voucher;
}

/**
 * The door that secrets leave by: the key of the service, and credentials of shared caches. They go
 * where the environment or this user says, and never where only the repository does.
 */
export interface Trust {
  /** @throws AssetgenError `ASSETGEN_TRUST` */
  checkService(): Promise<void>;
  /** @throws AssetgenError `ASSETGEN_TRUST` */
  checkTiers(tiers: readonly ResolvedTier[]): Promise<void>;
  /** Every place that secrets would go to. */
  places(): Promise<readonly SecretPlace[]>;
}

/** @param root absolute path of the project */
export function openTrust(root: string, config: ResolvedConfig): Trust {
  const { service, remote } = config;

  async function place(origin: Origin, what: SecretPlace['what']): Promise<SecretPlace> {
    const named = { environment: config.trusted, user: [] };
    const trustedBy =
      voucherOf(origin, named) ?? voucherOf(origin, { ...named, user: await readTrusted(root) });
    return { origin, what, trustedBy };
  }

  async function check(origin: Origin, what: SecretPlace['what']): Promise<void> {
    if ((await place(origin, what)).trustedBy === null) throw untrusted(origin, what);
  }

  const serviceOrigins = (): readonly Origin[] =>
    service.type === 'remote'
      ? [...new Set([service.baseUrl, service.apiUrl].map((url) => originOf(url) ?? url))]
      : [];
  /** A URL from the environment has its credentials from there too. */
  const tierOrigins = (tiers: readonly ResolvedTier[]): readonly Origin[] =>
    tiers.flatMap((tier) => (tier.named ? [] : (credentialOrigin(tier, remote) ?? [])));

  return {
    async checkService() {
      for (const origin of serviceOrigins()) await check(origin, 'service');
    },
    async checkTiers(tiers) {
      for (const origin of tierOrigins(tiers)) await check(origin, 'cache');
    },
    async places() {
      const found: SecretPlace[] = [];
      for (const origin of serviceOrigins()) found.push(await place(origin, 'service'));
      for (const origin of tierOrigins(remote.tiers)) found.push(await place(origin, 'cache'));
      return found;
    },
  };
}
