import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { systemClock } from '@assetgen/client/clock';
import type { Clock } from '@assetgen/client/clock';
import type { Mode } from '../config/assetgen-options.ts';
import type { Environment, ResolvedConfig } from '../config/resolve-config.ts';
import { noServiceHint } from '../config/no-service-hint.ts';
import { linkGuard } from '../fs/link-guard.ts';
import type { Lock } from '../lock/lock.ts';
import type { Asset, Manifest } from '../manifest/manifest.ts';
import { LOCK_NAME, openLockFile } from '../lock/open-lock-file.ts';
import { pruneCache } from '../run/cache/prune-cache.ts';
import { buildOptions } from '../run/create-context.ts';
import { addVariant, editPrompt, pickVariant, rerollAsset } from '../run/edit/asset-change.ts';
import type { ChangeLog } from '../run/edit/change-log.ts';
import { holdChanges, readChanges } from '../run/edit/change-log.ts';
import { addAsset, duplicateAsset, removeAsset } from '../run/edit/entry-change.ts';
import { renameAsset } from '../run/edit/rename-asset.ts';
import { changeMany } from '../run/edit/change-many.ts';
import { reviewAssets } from '../run/edit/review-assets.ts';
import { checkApproved } from '../run/report/check-approved.ts';
import { reviewerName } from '../node/reviewer-name.ts';
import { setField } from '../run/edit/set-field.ts';
import { saveReference } from '../run/edit/save-reference.ts';
import { takeBack } from '../run/edit/take-back.ts';
import { useRevision } from '../run/edit/use-revision.ts';
import type { EnsureOptions, EnsureResult } from '../run/ensure-options.ts';
import { findAsset } from '../run/plan/select-only.ts';
import { planProject } from '../run/plan/plan-project.ts';
import { writeTypes } from '../run/project-files.ts';
import type { BuildReport } from '../run/report/build-report.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { runBuild } from '../run/run-build.ts';
import { plannerOf } from './open-planner.ts';
import type { ProjectReader } from './project-reader.ts';
import { diskError } from '../fs/disk-error.ts';
import { createProjectReader, withPosition } from './project-reader.ts';
import type { ProjectOptions, ProjectTools } from './project.ts';
import { createRunQueue } from './run-queue.ts';
import { newSigningKey, readKeyRing } from '../node/key-ring.ts';
import { checkProject, remadeIn } from '../run/report/check-project.ts';
import { inspectProject } from '../run/report/inspect-project.ts';
import { verifyStore } from '../store/cas/verify-store.ts';

type OnEvent = (event: ProjectEvent) => void;

/**
 * Everything of a project. Does no I/O: every method reads what it needs when it is called.
 *
 * @param env variables of the environment. @default process.env
 * @param clock what waits between requests, and tells when. @default the system's
 */
export function openProjectTools(
  options: ProjectOptions,
  env: Environment = process.env,
  clock: Clock = systemClock,
): ProjectTools {
  const reader = createProjectReader(options, env, clock);
  const listeners = new Set([options.onEvent ?? (() => undefined)]);
  const onEvent = (event: ProjectEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const queue = createRunQueue();
  const tools: ProjectTools = {
    ...plannerOf(reader),
    ...readingTools(reader),
    ...editingTools(reader, clock),
    ...cacheTools(reader, onEvent),
    runtime: reader.runtime,
    ensure(ensureOptions = {}) {
      const { signal: _signal, confirm: _confirm, ...asked } = ensureOptions;
      return queue.run(JSON.stringify(asked), () => ensure(ensureOptions, reader, onEvent));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchedFolders: reader.watchedFolders,
    invalidate() {
      reader.forget();
      queue.invalidate();
    },
    tools: async () => tools,
  };
  return tools;
}

async function ensure(
  options: EnsureOptions,
  reader: ProjectReader,
  onEvent: OnEvent,
): Promise<EnsureResult> {
  const manifest = await reader.manifest(options.signal);
  const config = await reader.config();
  const mode = effectiveMode(config, options.mode, onEvent);
  const watched = reader.watched();
  onEvent({ type: 'run-start', mode });
  let report: BuildReport | null = null;
  try {
    const given = buildOptions(config, options, mode, onEvent);
    const result = await runBuild(await reader.runtime(), manifest, watched, given);
    report = result.report;
    return result;
  } catch (error) {
    const { path: named = reader.root } = error as NodeJS.ErrnoException;
    throw withPosition(diskError(error, named), reader.root);
  } finally {
    onEvent({ type: 'run-end', report });
  }
}

/** Without a key and a URL there is nothing to generate with: drafts, and one warning. */
function effectiveMode(config: ResolvedConfig, asked: Mode | undefined, onEvent: OnEvent): Mode {
  const mode = asked ?? config.mode;
  if (mode !== 'generate' || config.service.type !== 'none' || config.key !== null) return mode;
  // Each asset that lacks then says so itself.
  if (config.drafts === 'error') return 'draft';
  const message = `no service is set, so this build uses free drafts. ${noServiceHint()}`;
  onEvent({ type: 'warning', code: 'ASSETGEN_DRAFTS', message });
  return 'draft';
}

/** What tells of a project and changes nothing. Parts that a build does not need are loaded at their first use. */
function readingTools(
  reader: ProjectReader,
): Pick<ProjectTools, 'check' | 'inspect' | 'balance' | 'keys' | 'checkShared' | 'places'> {
  return {
    async check({ approved = false } = {}) {
      const manifest = await reader.manifest();
      const opened = await reader.runtime();
      const plan = await planProject(opened, manifest);
      const problems = await checkProject(reader.root, opened.config, manifest, plan);
      if (approved) {
        const { reviews } = await inspectProject(opened, manifest);
        problems.push(...checkApproved(reader.root, manifest.assets, reviews));
      }
      const drift = plan.assets.flatMap((each) => (each.drift ? [each.asset.name] : []));
      return { assets: manifest.assets.length, problems, drift, remade: remadeIn(plan) };
    },
    async inspect() {
      return inspectProject(await reader.runtime(), await reader.manifest());
    },
    async balance(signal) {
      return (await reader.runtime()).balance(signal);
    },
    async keys() {
      return readKeyRing((await reader.config()).remote);
    },
    async places() {
      return (await reader.runtime()).trust.places();
    },
    async checkShared() {
      const { checkTiers } = await import('../node/check-tiers.ts');
      return checkTiers((await reader.config()).remote, (await reader.runtime()).trust);
    },
  };
}

/** What writes files of the project by hand of its user: manifests, types, keys. */
function editingTools(
  reader: ProjectReader,
  clock: Clock,
): Pick<
  ProjectTools,
  | 'types'
  | 'add'
  | 'duplicate'
  | 'saveReference'
  | 'rename'
  | 'remove'
  | 'reroll'
  | 'pick'
  | 'another'
  | 'edit'
  | 'set'
  | 'use'
  | 'review'
  | 'changeMany'
  | 'undo'
  | 'changes'
  | 'newKey'
> {
  const { root } = reader;
  async function readLock(): Promise<Lock> {
    return (await openLockFile(path.join(root, LOCK_NAME), LOCK_NAME)).current;
  }
  /** The manifest is read only once nobody else changes it. */
  async function hold<T>(work: (log: ChangeLog, manifest: Manifest) => Promise<T>): Promise<T> {
    // Nothing is written where there is no project.
    await reader.manifest();
    return holdChanges(root, clock, async (log) => work(log, await reader.manifest()));
  }
  return {
    async types() {
      const manifest = await reader.manifest();
      const { prefix } = await reader.config();
      return writeTypes(root, manifest, prefix, await readLock());
    },
    add: (name, entry, file) => hold((log) => addAsset(reader, log, name, entry, file)),
    duplicate: (name, to, fields) => hold((log) => duplicateAsset(reader, log, name, to, fields)),
    saveReference: (name, bytes, file) => saveReference(reader, name, bytes, file),
    rename: (name, to) => hold((log) => renameAsset(reader, log, name, to)),
    remove: (name) => hold((log) => removeAsset(reader, log, name)),
    reroll: (name) => hold((log, manifest) => rerollAsset({ root, log }, manifest, name)),
    pick: (name, variant) =>
      hold(async (log, manifest) =>
        pickVariant({ root, log }, manifest, await readLock(), name, variant),
      ),
    another: (name) => hold((log, manifest) => addVariant({ root, log }, manifest, name)),
    edit: (name, prompt, before) =>
      hold((log, manifest) => editPrompt({ root, log }, manifest, name, prompt, before)),
    set: (name, field) => hold((log) => setField(reader, log, name, field)),
    changeMany: (names, change) =>
      hold((log, manifest) => changeMany(reader, log, findAll(manifest, names), change)),
    review: (names, decision) =>
      hold(async (log, manifest) => {
        const assets = findAll(manifest, names);
        const { plan, lock } = await inspectProject(await reader.runtime(), manifest);
        const stale = plan.assets.find(
          ({ asset, action }) =>
            action !== 'none' && assets.some(({ name }) => name === asset.name),
        );
        if (stale !== undefined && decision.state !== null) {
          throw new AssetgenError(
            'ASSETGEN_USAGE',
            `${stale.asset.name} is not up to date (${stale.reason}), so it cannot be reviewed`,
            { hint: `Make it first: \`assetgen build --only ${stale.asset.name}\`.` },
          );
        }
        const at = new Date(clock.now()).toISOString();
        return reviewAssets(root, log, assets, lock, decision, await reviewerName(root), at);
      }),
    use: (name, wanted) =>
      hold((log, manifest) => {
        const inspect = async (each: Manifest) => inspectProject(await reader.runtime(), each);
        const asset = findAsset(manifest, name);
        return useRevision({ ...reader, inspect }, log, asset, wanted);
      }),
    async undo(wanted = { type: 'undo' }) {
      // Nothing is written where there is no project.
      await reader.manifestFiles();
      return holdChanges(root, clock, (log) => takeBack(reader, log, wanted));
    },
    changes: () => readChanges(root),
    async newKey(options) {
      return newSigningKey(root, options);
    },
  };
}

function findAll(manifest: Manifest, names: readonly string[]): Asset[] {
  const wanted = new Set(names.map((name) => findAsset(manifest, name).name));
  return manifest.assets.filter(({ name }) => wanted.has(name));
}

/** What looks after the caches. */
function cacheTools(
  reader: ProjectReader,
  onEvent: OnEvent,
): Pick<ProjectTools, 'verify' | 'push' | 'prune'> {
  return {
    async verify(signal) {
      return verifyStore((await reader.runtime()).cacheDir, signal, linkGuard(reader.root));
    },
    async push(signal) {
      const { pushLocked } = await import('../node/push-cache.ts');
      return pushLocked(await reader.runtime(), onEvent, signal);
    },
    async prune(options) {
      const { cacheDir, time } = await reader.runtime();
      return pruneCache(cacheDir, time(), options, linkGuard(reader.root));
    },
  };
}
