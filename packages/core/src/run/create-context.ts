import { setMaxListeners } from 'node:events';
import type { Mode } from '../config/assetgen-options.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Asset, Manifest } from '../manifest/manifest.ts';
import type { BuildContext, BuildOptions, RunPorts, SharedUse } from './build-context.ts';
import type { EnsureOptions } from './ensure-options.ts';
import { createRunPoints } from './guards/run-points.ts';
import type { ProjectEvent } from './report/project-event.ts';
import { Report } from './report/report.ts';

export function createContext(
  ports: RunPorts,
  manifest: Manifest,
  options: BuildOptions,
): BuildContext {
  let named: BuildContext['assets'] | null = null;
  const report = new Report(options.mode, ports.config.service.type === 'local');
  return {
    ports,
    options,
    // Asked for by few plans.
    get assets() {
      return (named ??= byName(manifest));
    },
    points: createRunPoints(options.limit, (points) => report.charge(points)),
    report,
    signal: ofTheRun(options.signal),
    slot: { place: 0, outside: (wait) => wait() },
  };
}

/** Without a pair for each of thousands, as a list of entries has. */
function byName({ assets }: Manifest): BuildContext['assets'] {
  const named = new Map<string, Asset>();
  assets.forEach((asset) => named.set(asset.name, asset));
  return named;
}

/** Every job listens to it, so that the caller's own signal is left alone. */
function ofTheRun(given: AbortSignal | undefined): AbortSignal {
  const signal = given === undefined ? new AbortController().signal : AbortSignal.any([given]);
  setMaxListeners(0, signal);
  return signal;
}

/** In frozen mode digests come from git: what an index says counts for nothing. Drafts are nobody else's. */
const SHARED_USE: Readonly<Record<Mode, SharedUse>> = {
  draft: 'none',
  frozen: 'blobs',
  generate: 'all',
};

/** The options of a build. */
export function buildOptions(
  config: ResolvedConfig,
  options: EnsureOptions,
  mode: Mode,
  onEvent: (event: ProjectEvent) => void,
): BuildOptions {
  // A free build stays within every budget.
  const limit =
    config.service.type === 'local'
      ? null
      : limitOf(options.budget ?? config.budget, options.plan?.points.max ?? null);
  return { ...options, mode, shared: SHARED_USE[mode], limit, onEvent };
}

/** The options of a look at the project, which makes nothing and reports nothing. */
export function lookOptions({ mode }: ResolvedConfig, shared: SharedUse = 'none'): BuildOptions {
  return { mode, shared, limit: null, onEvent: () => undefined };
}

/** A saved plan is also a limit: the run does not cost more than it said. */
function limitOf(budget: number | null, planned: number | null): number | null {
  if (budget === null || planned === null) return budget ?? planned;
  return Math.min(budget, planned);
}
