import path from 'node:path';
import { findRoot } from '@assetgen/core/warm';
import type { AssetView, OpenProject, ProjectSettings } from '@assetgen/core';
import { failureOf, reportFailure } from '../shared/failure.ts';
import type { Failure } from '../shared/failure.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { openPluginProject } from '../shared/plugin-project.ts';
import type { ProgressOutput } from '../shared/create-progress.ts';
import { draftLine, summaryLine, tellDrafts } from '../shared/summary-line.ts';
import type { FamilyHost } from '../shared/webpack-family/family-host.ts';
import { DONE_VARIABLE } from './next-task.ts';
import type { NextTask } from './next-task.ts';

/** The project of one process of Next: all its compilers share it. */
export interface NextProject {
  /** Absolute. */
  readonly root: string;
  readonly settings: ProjectSettings;
  /** What `next build` compiles with; null where this process builds nothing. */
  readonly view: AssetView | null;
  /** Opens the shared project for a compiler of webpack. */
  readonly open: OpenProject;
  readonly host: FamilyHost;
}

export interface NextProjectInput {
  readonly open: OpenProject;
  readonly options: PluginOptions;
  /** Absolute path of the folder of Next's config. */
  readonly folder: string;
  readonly task: NextTask;
  readonly output: ProgressOutput;
}

export function rootOf(folder: string, { root }: PluginOptions): string {
  return root === undefined ? (findRoot(folder) ?? folder) : path.resolve(folder, root);
}

/**
 * Does what the process is there for, before Next compiles or checks anything: types are written first, then all
 * outputs.
 * @throws Error with the code and the text of what failed, where it is a build
 */
export async function openNextProject(input: NextProjectInput): Promise<NextProject> {
  if (input.task === 'dev' || input.task === 'drafts') {
    const { openNextServer } = await import('./next-server.ts');
    return openNextServer(input);
  }
  const { folder, task, output } = input;
  const plugin = openPluginProject(input.open, optionsOf(input), {
    root: folder,
    production: true,
    output,
  });
  const { project, session } = plugin;
  const settings = await project.settings().catch((error: unknown) => {
    throw asNextError(failureOf(error));
  });
  const shared: NextProject = {
    root: project.root,
    settings,
    view: null,
    open: () => ({ ...project, close: async () => undefined }),
    host: { dev: null, output: silent(output) },
  };
  if (task === 'types') await (await project.tools())?.types();
  if (task === 'none' || task === 'types') return shared;
  const result = await session.ensure().catch((error: unknown) => {
    throw asNextError(failureOf(error));
  });
  const failure = reportFailure(result.report);
  // Another program may only look at the config; where it builds, the imports of what is missing fail.
  if (failure !== null && task === 'frozen') output.warn(failure.text);
  else if (failure !== null) throw asNextError(failure);
  if (task === 'build') {
    output.info(summaryLine(result.report));
    const drafts = await draftLine(result.view, project);
    // The last lines are the ones that people see, and Next prints many after this.
    if (drafts !== null) process.once('exit', () => tellDrafts(drafts));
    process.env[DONE_VARIABLE] = project.root;
  }
  await project.close();
  const done = Promise.resolve(result);
  return {
    ...shared,
    view: task === 'build' ? result.view : null,
    open: () => ({ ...project, ensure: () => done, close: async () => undefined }),
  };
}

/** What the task makes of the options: only `next build`, and its workers, may buy. */
export function optionsOf({ options, task, folder }: NextProjectInput): PluginOptions {
  const root = rootOf(folder, options);
  const isWorker = task === 'none' && process.env[DONE_VARIABLE] === root;
  const modules = { ...options, modules: 'url' } as const;
  if (task === 'drafts') return { ...modules, mode: 'draft' };
  return task === 'build' || task === 'dev' || isWorker ? modules : { ...modules, mode: 'frozen' };
}

/** Next prints the stack of what a config throws. */
function asNextError({ text, code }: Failure): Error {
  const error = Object.assign(new Error(text), { stack: text });
  // In the text already: what is enumerable is printed once more.
  return Object.defineProperty(error, 'code', { value: code });
}

/** Compilers tell only what is wrong: the rest was told. */
function silent({ warn }: ProgressOutput): ProgressOutput {
  return { info: () => undefined, warn };
}
