import path from 'node:path';
import type { LoadedConfig } from '../config/load-config.ts';
import { checkOptions } from '../config/check-options.ts';
import { CONFIG_FILES, loadConfig } from '../config/load-config.ts';
import type { Environment, ResolvedConfig } from '../config/resolve-config.ts';
import { NO_SERVICE_HINT, resolveConfig } from '../config/resolve-config.ts';
import { LOCK_NAME, openLockFile } from '../lock/open-lock-file.ts';
import { inputsOf } from '../manifest/inputs-of.ts';
import { ManifestError } from '../manifest/manifest-error.ts';
import type { NodeRuntime } from '../node/open-node-runtime.ts';
import type { TierCheck } from '../node/check-tiers.ts';
import type { TierPush } from '../store/remote/push-to.ts';
import type { KeyRing, NewKey, NewKeyOptions } from '../node/key-ring.ts';
import { openNodeRuntime } from '../node/open-node-runtime.ts';
import type { Plan } from '../plan/plan.ts';
import type { Mode } from '../config/assetgen-options.ts';
import type { Project, ProjectOptions, ProjectSettings } from './project.ts';
import type { BuildReport, ReportedError } from '../run/report/build-report.ts';
import type { EnsureOptions, EnsureResult } from '../run/ensure-options.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { runBuild } from '../run/run-build.ts';
import { buildOptions } from '../run/create-context.ts';
import { planProject, planWithService } from '../run/plan/plan-project.ts';
import type { AssetChange } from '../run/edit/asset-change.ts';
import { addVariant, editPrompt, pickVariant, rerollAsset } from '../run/edit/asset-change.ts';
import type { Inspection } from '../run/report/inspect-project.ts';
import { globFolders, loadManifests, plainPatterns } from '../run/manifests/load-manifests.ts';
import type { CachePruneReport, PruneOptions } from '../run/cache/prune-cache.ts';
import { pruneCache } from '../run/cache/prune-cache.ts';
import { writeTypes } from '../run/project-files.ts';
import type { VerifyReport } from '../store/cas/verify-store.ts';

/** A project as the command sees it: what adapters have, and more. */
export interface FullProject extends Project {
  config(): Promise<ResolvedConfig>;
  /** What a build would do and cost; `balance` null: not known, or it does not matter. */
  plan(): Promise<Plan & { readonly balance: number | null }>;
  /** Where manifests, lock, types and outputs do not agree; no network. */
  check(): Promise<{
    readonly assets: number;
    readonly problems: readonly ReportedError[];
    /** Frozen assets whose recipe is no longer the locked one. */
    readonly drift: readonly string[];
  }>;
  runtime(): Promise<NodeRuntime>;
  /** Writes `assets.gen.d.ts`; says whether it changed. */
  types(): Promise<{ readonly file: string; readonly changed: boolean }>;
  /** Raises an asset's revision in its manifest; the next build asks for it again. */
  reroll(name: string): Promise<AssetChange>;
  /** Picks another candidate of an asset in its manifest. */
  pick(name: string, candidate: number): Promise<AssetChange>;
  /** Asks for one candidate more in its manifest; the next build buys it. */
  another(name: string): Promise<AssetChange>;
  /** Writes another prompt into the manifest, unless it is no longer `before` that stands there. */
  edit(name: string, prompt: string, before: string): Promise<AssetChange>;
  /** What stands there and what a build would do; no network. */
  inspect(): Promise<Inspection>;
  /** Points at the service; null where they are not known, or do not matter. */
  balance(signal: AbortSignal): Promise<number | null>;
  /** Hears the events of every run, beside `onEvent`. Gives what ends it. */
  subscribe(listener: (event: ProjectEvent) => void): () => void;
  /** Rehashes the cache. */
  verify(signal: AbortSignal): Promise<VerifyReport>;
  /** The keys of the shared cache: this user's own, and those that the config trusts. */
  keys(): Promise<KeyRing>;
  /** Asks every tier of the shared cache, and writes a small entry where it may. */
  checkShared(): Promise<readonly TierCheck[]>;
  /**
   * Writes what the lock names from this machine's cache to every tier of the shared cache that
   * takes writes, and has it not. `sharing` events tell how far it is.
   */
  push(signal: AbortSignal): Promise<readonly TierPush[]>;
  /** Makes a key pair for signing entries of the shared cache. */
  newKey(options: NewKeyOptions): Promise<NewKey>;
  /** Cleans the cache of what no known project uses. */
  prune(options: PruneOptions): Promise<CachePruneReport>;
}

/**
 * Opens a project. Does no I/O: every method reads what it needs when it is called.
 *
 * @example
 * const project = openProject({ root: process.cwd(), command: 'build' });
 * const { report, view } = await project.ensure();
 * await project.close();
 */
export function openProject(options: ProjectOptions, env: Environment = process.env): FullProject {
  const root = path.resolve(options.root);
  const listeners = new Set([options.onEvent ?? (() => undefined)]);
  const onEvent = (event: ProjectEvent): void => {
    for (const listener of listeners) listener(event);
  };
  let watched: readonly string[] = [];
  let folders: readonly string[] = [];
  let loaded: Promise<{ config: ResolvedConfig }> | null = null;
  let runtime: { readonly key: string; readonly opened: Promise<NodeRuntime> } | null = null;
  const retired: Promise<NodeRuntime>[] = [];
  let running: { key: string | null; readonly result: Promise<EnsureResult> } | null = null;

  async function load(): Promise<{ config: ResolvedConfig }> {
    const given = checkOptions(options.options, "the plugin's options");
    // A config that cannot be read has to be watched too, so that its repair is seen.
    watched = CONFIG_FILES.map((file) => path.join(root, file));
    const found: LoadedConfig = await loadConfig(root);
    return { config: resolveConfig(found.options, given, env, options.command) };
  }
  const config = async (): Promise<ResolvedConfig> => (await (loaded ??= load())).config;

  /** One runtime for as long as the config says the same. */
  async function openRuntime(): Promise<NodeRuntime> {
    const resolved = await config();
    const key = JSON.stringify(resolved);
    if (runtime?.key !== key) {
      if (runtime !== null) retired.push(runtime.opened);
      runtime = { key, opened: openNodeRuntime(root, resolved) };
    }
    return runtime.opened;
  }

  async function manifests() {
    const { config: resolved } = await (loaded ??= load());
    const base = [
      ...plainPatterns(root, resolved.manifests),
      path.join(root, LOCK_NAME),
      // One that is yet to be made counts too.
      ...CONFIG_FILES.map((name) => path.join(root, name)),
    ];
    watched = base;
    folders = globFolders(root, resolved.manifests);
    try {
      const { manifest, files } = await loadManifests(root, resolved.manifests);
      const inputs = manifest.assets.flatMap((asset) =>
        inputsOf(asset).flatMap((input) => (input.type === 'file' ? [input.path] : [])),
      );
      watched = [...new Set([...base, ...files, ...inputs])];
      return manifest;
    } catch (error) {
      throw withPosition(error, root);
    }
  }

  async function ensure(ensureOptions: EnsureOptions): Promise<EnsureResult> {
    const manifest = await manifests();
    const resolved = await config();
    const mode = effectiveMode(resolved, ensureOptions.mode);
    const options = buildOptions(resolved, ensureOptions, mode, onEvent);
    onEvent({ type: 'run-start', mode });
    let report: BuildReport | null = null;
    try {
      const result = await runBuild(await openRuntime(), manifest, watched, options);
      report = result.report;
      return result;
    } catch (error) {
      throw withPosition(error, root);
    } finally {
      onEvent({ type: 'run-end', report });
    }
  }

  /** Without a key and a URL there is nothing to generate with: drafts, and one warning. */
  function effectiveMode(resolved: ResolvedConfig, asked: Mode | undefined): Mode {
    const mode = asked ?? resolved.mode;
    if (mode !== 'generate' || resolved.service.type !== 'none' || resolved.key !== null)
      return mode;
    const message = `no service is set, so free drafts stand in. ${NO_SERVICE_HINT}`;
    onEvent({ type: 'warning', code: 'ASSETGEN_DRAFTS', message });
    return 'draft';
  }

  return {
    root,
    config,
    runtime: openRuntime,
    async settings(): Promise<ProjectSettings> {
      const { prefix, mode, budget, service } = await config();
      return { prefix, mode, budget, service: service.type };
    },
    ensure(ensureOptions = {}) {
      const { signal: _signal, ...rest } = ensureOptions;
      const key = JSON.stringify(rest);
      if (running?.key === key) return running.result;
      const result = (running?.result ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => ensure(ensureOptions));
      const entry: typeof running = { key, result };
      running = entry;
      const forget = (): void => {
        if (running === entry) running = null;
      };
      result.then(forget, forget);
      return result;
    },
    async plan() {
      return planWithService(await openRuntime(), await manifests());
    },
    // What a build does not need is loaded when it is asked for.
    async check() {
      const { checkProject } = await import('../run/report/check-project.ts');
      const manifest = await manifests();
      const opened = await openRuntime();
      const plan = await planProject(opened, manifest);
      const problems = await checkProject(root, opened.config, manifest, plan);
      const drift = plan.assets.flatMap((each) => (each.drift ? [each.asset.name] : []));
      return { assets: manifest.assets.length, problems, drift };
    },
    async types() {
      const manifest = await manifests();
      const { prefix } = await config();
      const { current } = await openLockFile(path.join(root, LOCK_NAME), LOCK_NAME);
      return writeTypes(root, manifest, prefix, current);
    },
    async reroll(name) {
      return rerollAsset(root, await manifests(), name);
    },
    async pick(name, candidate) {
      const { current } = await openLockFile(path.join(root, LOCK_NAME), LOCK_NAME);
      return pickVariant(root, await manifests(), current, name, candidate);
    },
    async another(name) {
      return addVariant(root, await manifests(), name);
    },
    async edit(name, prompt, before) {
      return editPrompt(root, await manifests(), name, prompt, before);
    },
    async inspect() {
      const { inspectProject } = await import('../run/report/inspect-project.ts');
      return inspectProject(await openRuntime(), await manifests());
    },
    async balance(signal) {
      return (await openRuntime()).balance(signal);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async verify(signal) {
      const { verifyStore } = await import('../store/cas/verify-store.ts');
      const { cacheDir } = await openRuntime();
      return verifyStore(cacheDir, signal);
    },
    async keys() {
      const { readKeyRing } = await import('../node/key-ring.ts');
      return readKeyRing((await config()).remote);
    },
    async checkShared() {
      const { checkTiers } = await import('../node/check-tiers.ts');
      return checkTiers((await config()).remote);
    },
    async push(signal) {
      const { pushLocked } = await import('../node/push-cache.ts');
      return pushLocked(await openRuntime(), onEvent, signal);
    },
    async newKey(keyOptions) {
      const { newSigningKey } = await import('../node/key-ring.ts');
      return newSigningKey(root, keyOptions);
    },
    async prune(pruneOptions) {
      const { cacheDir, time } = await openRuntime();
      return pruneCache(cacheDir, time(), pruneOptions);
    },
    watched: () => watched,
    watchedFolders: () => folders,
    invalidate() {
      loaded = null;
      // A run under way may have read what has changed since: whoever asks now does not share it.
      if (running !== null) running.key = null;
    },
    async close() {
      if (runtime !== null) retired.push(runtime.opened);
      runtime = null;
      for (const opened of retired.splice(0)) await (await opened.catch(() => null))?.close();
    },
  };
}

/** Whether a project is core's own, and not an adapter's stand-in for it. */
export function isFullProject(project: Project): project is FullProject {
  return 'inspect' in project;
}

/** Errors of a manifest carry the place of the first problem, absolute, for editors and overlays. */
function withPosition(error: unknown, root: string): unknown {
  const first = error instanceof ManifestError ? error.problems[0]?.position : undefined;
  if (first === undefined) return error;
  return Object.assign(error as ManifestError, {
    position: { file: path.resolve(root, first.file), line: first.line, column: first.column },
  });
}
