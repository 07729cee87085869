import path from 'node:path';
import type { Environment } from '../config/resolve-config.ts';
import { nodeCrypto } from '../fs/node-crypto.ts';
import { runLater } from '../node/run-later.ts';
import type { Project, ProjectOptions, ProjectTools } from '../project/project.ts';
import type { EnsureOptions, EnsureResult } from '../run/ensure-options.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { settingsKey } from './settings-key.ts';
import { readObjects, readSnapshot } from './snapshot.ts';
import type { Snapshot, Warning } from './snapshot.ts';
import { createWarmView } from './create-warm-view.ts';

/** The pipeline of a server that needed none of it is loaded when its first page is there. Unit: milliseconds. */
const LATER_MS = 1_000;

/**
 * Opens a project. Does no I/O: every method reads what it needs when it is called. A build that has
 * nothing to do finds that out by stats; the pipeline is loaded only where there is something to do.
 * So does the first look of a dev server.
 *
 * @example
 * const project = openProject({ root: process.cwd(), command: 'build' });
 * const { report, view } = await project.ensure();
 * await project.close();
 */
export function openProject(
  options: ProjectOptions,
  env: Environment = process.env,
  now: () => number = Date.now,
): Project {
  const root = path.resolve(options.root);
  const given: ProjectOptions = { ...options, root };
  let tools: Promise<ProjectTools> | null = null;
  let loaded: ProjectTools | null = null;
  let warnings: Warning[] = [];
  /** Read once for settings and outputs, which are asked for one after the other. */
  let snapshot: Snapshot | null | undefined;
  /** The snapshot that outputs came from last; what it watched counts until the pipeline has read more. */
  let used: Pick<Snapshot, 'folders' | 'watched'> | null = null;
  const { command } = given;
  const isServer = command === 'serve';
  /** A server keeps what its first look came to: only the next start asks. */
  let isKept = false;
  let callOff: (() => void) | null = null;

  function load(): Promise<ProjectTools> {
    tools ??= loadPipeline().then(({ openProjectTools }) => {
      const onEvent = (event: ProjectEvent): void => {
        if (event.type === 'warning' && !('once' in event)) warnings.push(event);
        options.onEvent?.(event);
      };
      loaded = openProjectTools({ ...given, onEvent }, env);
      return loaded;
    });
    return tools;
  }

  function warm(): Snapshot | null {
    // A server that has loaded it asks the pipeline, which keeps what it read.
    if (isServer && loaded !== null) return null;
    if (snapshot === undefined) {
      snapshot = readSnapshot(root, given.command, settingsKey(given, env));
    }
    return snapshot;
  }

  async function ensureAll(ensureOptions: EnsureOptions): Promise<EnsureResult> {
    const project = await load();
    const started = now();
    warnings = [];
    const result = await project.ensure(ensureOptions);
    used = null;
    const isIdle = isWhole(ensureOptions) && hadNothingToDo(result);
    if (isIdle && !isKept) {
      isKept = isServer;
      const key = settingsKey(given, env);
      await keep(project, { ...keyed(ensureOptions), key }, result, warnings, started);
    }
    return result;
  }

  /** Nothing that asks for a part. A server asks for another mode than its settings say. */
  function isWhole(ensureOptions: EnsureOptions): boolean {
    const { mode: _mode, ...rest } = ensureOptions;
    return isPlain(isServer ? rest : ensureOptions);
  }

  function keyed({ mode }: EnsureOptions): Pick<Snapshot, 'command' | 'asked'> {
    return { command: given.command, asked: mode ?? null };
  }

  /** A server stays, and its first change must not wait until the pipeline is loaded. */
  function loadLater(): void {
    callOff ??= runLater(LATER_MS, () => void loadPipeline().catch(() => undefined));
  }

  return {
    root,
    async settings() {
      const known = warm();
      return known === null ? (await load()).settings() : known.settings;
    },
    async ensure(ensureOptions = {}) {
      const started = now();
      // Between the settings of a server and its outputs a file may have changed.
      if (isServer) snapshot = undefined;
      const known = isWhole(ensureOptions) ? warm() : null;
      if (known === null || known.asked !== keyed(ensureOptions).asked) {
        return ensureAll(ensureOptions);
      }
      const { folders, id, watched } = known;
      // Not all of it: the stamps of a thousand files would stay in memory.
      used = { folders, watched };
      if (isServer) loadLater();
      // A caller that asks again may have changed something, so the files are read again.
      snapshot = undefined;
      const view = createWarmView(root, known, () => readObjects(root, { id, command }));
      const assets = new Set(known.files.map((file) => file.asset)).size;
      for (const warning of known.warnings) options.onEvent?.(warning);
      options.onEvent?.({ type: 'planned', assets, pending: 0 });
      const report = idleReport(known, assets, now() - started);
      return { report, view };
    },
    watchedFolders: () => union((used ?? snapshot)?.folders, loaded?.watchedFolders()),
    watched: () => union((used ?? snapshot)?.watched, loaded?.watched()),
    invalidate() {
      snapshot = undefined;
      loaded?.invalidate();
    },
    tools: load,
    async close() {
      callOff?.();
      await loaded?.close();
    },
  };
}

function union(some: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  return some.length === 0 ? others : [...new Set([...some, ...others])];
}

function hadNothingToDo({ report, view }: EnsureResult): boolean {
  const isIdle = report.ok && report.cached === report.assets && report.drafted === 0;
  return isIdle && !view.files.some((file) => file.draft);
}

/**
 * Keeps what a build came to that had nothing to do.
 * @param keyed what it was asked, and with which settings
 */
async function keep(
  project: ProjectTools,
  keyed: Pick<Snapshot, 'key' | 'command' | 'asked'>,
  result: EnsureResult,
  warnings: readonly Warning[],
  started: number,
): Promise<void> {
  const { report, view } = result;
  const { root } = project;
  const { decidingFiles, owesOthers, writeSnapshot } = await loadPipeline();
  const config = await project.config();
  const deciding = decidingFiles(root, config, project.watched(), report.mode);
  if (deciding === null || (await owesOthers(root, config))) return;
  const made = {
    ...keyed,
    settings: await project.settings(),
    mode: report.mode,
    id: nodeCrypto().randomUUID(),
    watched: project.watched(),
    folders: project.watchedFolders(),
    files: view.files,
    warnings,
  };
  const all = [...deciding, ...(result.modules ?? [])];
  await writeSnapshot(root, made, all, () => objectCode(result), started);
}

function loadPipeline() {
  return import('./pipeline.ts');
}

/** Nothing that asks for a part, or for another way. Nobody is asked about a price where nothing is bought. */
function isPlain({ signal: _signal, confirm: _confirm, ...rest }: EnsureOptions): boolean {
  return Object.values(rest).every((value) => value === undefined);
}

function objectCode({ view }: EnsureResult): Record<string, string> {
  const code: Record<string, string> = {};
  for (const asset of new Set(view.files.map((file) => file.asset))) {
    const resolved = view.resolve(`${view.prefix}/${asset}`);
    if (resolved?.type === 'object') code[asset] = resolved.code;
  }
  return code;
}

function idleReport(
  { mode, files, settings }: Snapshot,
  assets: number,
  durationMs: number,
): EnsureResult['report'] {
  return {
    ok: true,
    mode,
    assets,
    outputs: files.length,
    generated: 0,
    converted: 0,
    downloaded: 0,
    cached: assets,
    drafted: 0,
    failed: 0,
    points: 0,
    knownPoints: 0,
    free: settings.service === 'local',
    durationMs,
    errors: [],
  };
}
