import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Project, ProjectOptions } from '../project/project.ts';
import type { EnsureOptions, EnsureResult } from '../run/ensure-options.ts';
import type { FullProject } from '../project/open-project.ts';
import { settingsKey } from './settings-key.ts';
import { readObjects, readSnapshot, writeSnapshot } from './snapshot.ts';
import type { Snapshot, Warning } from './snapshot.ts';
import { createWarmView } from './create-warm-view.ts';

/**
 * The same project as `openProject` of the package opens, for bundlers: a build that has nothing
 * to do finds that out by stats, and loads the pipeline only where there is something to do.
 */
export function openProject(options: ProjectOptions, now: () => number = Date.now): Project {
  const root = path.resolve(options.root);
  const given: ProjectOptions = { ...options, root };
  let full: Promise<FullProject> | null = null;
  let loaded: FullProject | null = null;
  let warnings: Warning[] = [];
  /** Read once: settings and outputs are asked for one after the other. */
  let snapshot: Snapshot | null | undefined;

  function load(): Promise<FullProject> {
    full ??= import('../project/open-project.ts').then(({ openProject: open }) => {
      loaded = open({
        ...given,
        onEvent(event) {
          if (event.type === 'warning') warnings.push(event);
          options.onEvent?.(event);
        },
      });
      return loaded;
    });
    return full;
  }

  function warm(): Snapshot | null {
    // A server stays, and its first change must not wait until the pipeline is loaded.
    if (given.command !== 'build') return null;
    if (snapshot === undefined) snapshot = readSnapshot(root, settingsKey(given, process.env));
    return snapshot;
  }

  async function ensureFull(ensureOptions: EnsureOptions): Promise<EnsureResult> {
    const project = await load();
    const started = now();
    warnings = [];
    const result = await project.ensure(ensureOptions);
    if (isPlain(ensureOptions) && given.command === 'build') {
      await keep(project, result, started);
    }
    return result;
  }

  /** Keeps what a build came to that had nothing to do. */
  async function keep(project: FullProject, result: EnsureResult, started: number): Promise<void> {
    const { report, view } = result;
    const idle = report.ok && report.cached === report.assets && report.drafted === 0;
    if (!idle || view.files.some((file) => file.draft)) return;
    const { decidingFiles } = await import('./deciding-files.ts');
    const deciding = decidingFiles(root, await project.config(), project.watched(), report.mode);
    if (deciding === null) return;
    const made = {
      key: settingsKey(given, process.env),
      settings: await project.settings(),
      mode: report.mode,
      id: randomUUID(),
      watched: project.watched(),
      folders: project.watchedFolders(),
      files: view.files,
      warnings,
    };
    await writeSnapshot(root, made, deciding, () => objectCode(result), started);
  }

  return {
    root,
    async settings() {
      const known = warm();
      return known === null ? (await load()).settings() : known.settings;
    },
    async ensure(ensureOptions = {}) {
      const started = now();
      const known = isPlain(ensureOptions) ? warm() : null;
      if (known === null) return ensureFull(ensureOptions);
      const objects = (): ReturnType<typeof readObjects> => readObjects(root, known);
      const view = createWarmView(known, objects);
      const assets = new Set(known.files.map((file) => file.asset)).size;
      for (const warning of known.warnings) options.onEvent?.(warning);
      options.onEvent?.({ type: 'planned', assets, pending: 0 });
      const report = idleReport(known, assets, now() - started);
      return { report, view };
    },
    watchedFolders: () => loaded?.watchedFolders() ?? snapshot?.folders ?? [],
    watched: () => loaded?.watched() ?? snapshot?.watched ?? [],
    invalidate() {
      snapshot = undefined;
      loaded?.invalidate();
    },
    full: load,
    async close() {
      await loaded?.close();
    },
  };
}

/** Nothing that asks for a part, or for another way. */
function isPlain({ signal: _signal, ...rest }: EnsureOptions): boolean {
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
  { mode, files }: Snapshot,
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
    durationMs,
    errors: [],
  };
}
