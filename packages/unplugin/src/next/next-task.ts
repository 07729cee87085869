/** What a process that reads Next's config is to do about assets. */
export type NextTask =
  /** `next build`: the one that may buy. */
  | 'build'
  /** The server of `next dev`. */
  | 'dev'
  /** The dev server of another program, such as a server of one's own: drafts alone. */
  | 'drafts'
  /** Another program that may build: what is there, and no create. */
  | 'frozen'
  /** `next typegen`: the types. */
  | 'types'
  /** A process that only reads the config, or a worker of one that has done its task. */
  | 'none';

export interface NextProcess {
  /** As `process.argv`. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False in a thread, which has the arguments of its process. */
  readonly isMainThread: boolean;
}

/** A variable that tells the workers of a build which project has its assets; by its absolute root. */
export const DONE_VARIABLE = '__NEXT_ASSETGEN_DONE';

/**
 * Next reads its config in many processes, and calls most of them a build: `next lint`, `next typegen` and
 * `next start` of Next 15, each worker. A config that took the phase for the task would buy in all of them, and a
 * tool that only looks at the config would too.
 *
 * @param root absolute path of the project
 */
export function nextTask(phase: string, root: string, process: NextProcess): NextTask {
  const { argv, env, isMainThread } = process;
  const program = (argv[1] ?? '').replaceAll('\\', '/');
  const isNext = /\/next\/dist\//.test(program);
  const command = /\/next\/dist\/bin\/next(?:\.js)?$|\/\.bin\/next$/.test(program)
    ? (argv[2] ?? 'dev')
    : null;
  const isWorker = !isMainThread || env['IS_NEXT_WORKER'] === 'true';
  switch (phase) {
    case 'phase-production-build':
      if (isWorker) return 'none';
      if (command !== null) return command === 'build' ? 'build' : typesOf(command);
      return isNext || env[DONE_VARIABLE] === root ? 'none' : 'frozen';
    case 'phase-analyze':
      return isWorker ? 'none' : 'frozen';
    case 'phase-development-server':
      if (isWorker || command !== null) return 'none';
      if (!isNext) return 'drafts';
      return /\/server\/lib\/start-server(?:\.js)?$/.test(program) ? 'dev' : 'none';
    default:
      return 'none';
  }
}

function typesOf(command: string): NextTask {
  return command === 'typegen' ? 'types' : 'none';
}
