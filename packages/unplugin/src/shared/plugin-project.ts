import { resolve } from 'node:path';
import { findRoot } from '@assetgen/core/warm';
import type { OpenProject, Project } from '@assetgen/core';
import type { openDevProject as openDev } from './dev-project.ts';
import type { Failure } from './failure.ts';
import { createNameCheck } from './references/tell-missing-names.ts';
import type { NoteImport } from './references/tell-missing-names.ts';
import { createLargeFiles } from './large/large-files.ts';
import type { LargeFiles } from './large/large-files.ts';
import { holdSignals } from './hold-signals.ts';
import { readLargeFileBytes } from './plugin-options.ts';
import type { PluginOptions } from './plugin-options.ts';
import { createProgress } from './create-progress.ts';
import type { ProgressOutput } from './create-progress.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';

/** Where a plugin finds itself. */
export interface BundlerSituation {
  readonly root: string;
  /** Whether large files go round the bundler: only where it writes an output folder. */
  readonly production: boolean;
  /** Up to this size the bundler may put a file into its code, for which it needs the bytes. Unit: bytes. @default 0 */
  readonly mostInlined?: number;
  readonly output: ProgressOutput;
  /**
   * What opens the project of a dev server or a watch; undefined in a build. Asked when the
   * project is first used: some bundlers tell no sooner what they were started for.
   */
  readonly openDevProject?: () => typeof openDev | undefined;
}

/** What every bundler's plugin works on. */
export interface PluginProject {
  readonly project: Project;
  readonly session: Session;
  readonly large: LargeFiles;
  readonly output: ProgressOutput;
  /** Tells what code asks of a model that it does not have. */
  readonly noteImport: NoteImport;
  /** Hears of assets that a dev server could not generate behind the page. */
  onFailure(listener: (failure: Failure) => void): void;
  /** Hears when assets that a dev server generated behind the page are there. */
  onArrival(listener: (lock: string) => void): void;
  /** Prefix of imports: the default until the config is read, and what that says afterwards. */
  readonly prefix: string;
  /** Reads the config, so that the prefix is known before any output is made. */
  readPrefix(): Promise<void>;
}

/** Opens the project that a plugin serves. Looks where it stands, and reads nothing. */
export function openPluginProject(
  open: OpenProject,
  pluginOptions: PluginOptions,
  bundler: BundlerSituation,
): PluginProject {
  const { root, largeFileBytes, inline: _inline, ...options } = pluginOptions;
  const found =
    root === undefined ? (findRoot(bundler.root) ?? bundler.root) : resolve(bundler.root, root);
  const openHeld = holdSignals(open, bundler.output);
  const failures: ((failure: Failure) => void)[] = [];
  const arrivals: ((lock: string) => void)[] = [];

  function openNow(): Project {
    const openDevProject = bundler.openDevProject?.();
    const onEvent = createProgress(bundler.output);
    const shared = { root: found, options, onEvent };
    if (openDevProject === undefined) return openHeld({ ...shared, command: 'build' });
    const dev = openDevProject(openHeld, { ...shared, command: 'serve' }, bundler.output);
    dev.onFailure((failure) => failures.forEach((listener) => listener(failure)));
    dev.onArrival((lock) => arrivals.forEach((listener) => listener(lock)));
    return dev;
  }

  const project = openLate(found, openNow);
  const session = createSession(project);
  const least = Math.max(readLargeFileBytes(largeFileBytes), bundler.mostInlined ?? 0);
  let prefix = options.prefix ?? '@gen';

  const prefixNow = (): string => session.latest()?.prefix ?? prefix;

  return {
    project,
    session,
    noteImport: createNameCheck(project.root, bundler.output, prefixNow),
    large: createLargeFiles(project.root, bundler.production ? least : Infinity),
    output: bundler.output,
    onFailure: (listener) => void failures.push(listener),
    onArrival: (listener) => void arrivals.push(listener),
    get prefix() {
      return prefixNow();
    },
    async readPrefix() {
      prefix = (await project.settings()).prefix;
    },
  };
}

/** A project that is opened by its first use. */
function openLate(root: string, open: () => Project): Project {
  let opened: Project | null = null;
  const project = (): Project => (opened ??= open());
  return {
    root,
    settings: () => project().settings(),
    ensure: (given) => project().ensure(given),
    watched: () => project().watched(),
    watchedFolders: () => project().watchedFolders(),
    invalidate: () => project().invalidate(),
    tools: () => project().tools(),
    close: async () => opened?.close(),
  };
}
