import { isUntrusted } from '../../config/trust.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { Plan } from '../../plan/plan.ts';
import type { RunPorts, SharedUse } from '../build-context.ts';
import { createContext, lookOptions } from '../create-context.ts';
import { mayCost } from '../guards/balance.ts';
import { checkModels } from '../guards/check-models.ts';
import { planBuild } from './plan-build.ts';
import { selectOnly } from './select-only.ts';

/** Plans without doing: what a build would do, and cost. */
export async function planProject(
  ports: RunPorts,
  manifest: Manifest,
  shared: SharedUse = 'none',
): Promise<Plan> {
  const context = createContext(ports, manifest, lookOptions(ports.config, shared));
  const workspace = await ports.openWorkspace(context);
  const [plan] = await planBuild(manifest, workspace, context);
  await workspace.stats.save();
  return plan;
}

/** A balance that is not known is no reason not to plan; a key that was held back is. */
function unlessUntrusted(error: unknown): null {
  if (isUntrusted(error)) throw error;
  return null;
}

/**
 * Plans, and asks the service what the plan needs to know of it: the models, the balance.
 * @param only names or patterns: these assets, with what they depend on; they share purchases with each other alone
 */
export async function planWithService(
  ports: RunPorts,
  manifest: Manifest,
  only?: readonly string[],
): Promise<Plan & { readonly balance: number | null }> {
  const shared = ports.config.mode === 'generate' ? 'all' : 'none';
  const chosen = selectOnly(manifest, only);
  const part =
    chosen === null ? manifest : { assets: manifest.assets.filter(({ name }) => chosen.has(name)) };
  const planned = await planProject(ports, part, shared);
  // An asset that is left out is not obsolete.
  const whole = chosen === null ? planned : { ...planned, obsolete: [] };
  const plan = await checkModels(whole, ports.listModels);
  const { signal } = new AbortController();
  const balance = plan.assets.some(mayCost)
    ? await ports.balance(signal).catch(unlessUntrusted)
    : null;
  return { ...plan, balance };
}
