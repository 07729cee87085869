import type { ProjectTools } from '@assetgen/core';
import type { Finding } from './finding.ts';
import { fail, failed, good, reasonOf, warn } from './finding.ts';

const NAME = 'shared cache';
const DEAD = 'Builds continue without it. Check the URL, and any firewall in between.';

const RISK =
  'Purchases of others may be repeated: see "Paying once" in the docs for its settings and rights.';

/** Every tier of the shared cache, and the keys that its entries are believed by. */
export async function checkShared(project: ProjectTools): Promise<Finding[]> {
  const config = await project.config().catch(() => null);
  if (config === null || config.remote.tiers.length === 0) return [];
  const findings = (await project.checkShared()).flatMap((tier): Finding[] => {
    if (tier.held !== null) return [failed(NAME, tier.held)];
    const what = `${tier.label} (${tier.access}, ${tier.blobs ? 'index and blobs' : 'index alone'})`;
    if (tier.problem !== null) return [fail(NAME, `${what}: ${tier.problem}`, DEAD)];
    const risks = tier.risks.map((risk) => warn(NAME, `${tier.label}: ${risk}`, RISK));
    return [good(NAME, `${what} answers in ${tier.ms} ms`), ...risks];
  });
  return [...findings, await checkKeys(project)];
}

async function checkKeys(project: ProjectTools): Promise<Finding> {
  const { remote } = await project.config();
  const ring = await project.keys().catch((error: unknown) => reasonOf(error));
  if (typeof ring === 'string') {
    return fail('signing key', ring, 'This machine signs nothing until it is fixed.');
  }
  const { own, trusted } = ring;
  if (own === null && trusted.length === 0) {
    const hint = '`assetgen keys new` makes one; name the public key in "cache.trustedKeys".';
    return warn('signing key', 'no key is trusted: purchases by others are ignored', hint);
  }
  const writes = remote.tiers.some((tier) => tier.access === 'read-write');
  if (own === null && writes) {
    const hint = '`assetgen keys new` makes one; or set "access": "read".';
    return warn('signing key', 'none: results of this machine do not enter the index', hint);
  }
  if (own !== null && !trusted.some((key) => key.publicKey === own.publicKey)) {
    const hint = `Add "${own.publicKey}" to "cache.trustedKeys".`;
    return warn('signing key', 'others do not trust it: it is not in the config', hint);
  }
  return good('signing key', own === null ? 'none, and none is needed' : own.publicKey);
}
