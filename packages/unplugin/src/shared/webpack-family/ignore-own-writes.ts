import { join, sep } from 'node:path';
import type { Project } from '@assetgen/core';

/** Rspack's watcher in Rust is told of differences too. */
type Paths = Iterable<string> & {
  readonly added?: Iterable<string>;
  readonly removed?: Iterable<string>;
};

/** What is the same in the watchers of webpack and of Rspack; times and options go through. */
type Watch = (
  files: Paths,
  folders: Paths,
  missing: Paths,
  startTime: number,
  options: unknown,
  onChanges: (
    error: Error | null,
    fileTimes?: unknown,
    folderTimes?: unknown,
    changes?: ReadonlySet<string>,
    removals?: ReadonlySet<string>,
  ) => void,
  onFirst: (file: string, time: number) => void,
) => Watcher;

type Watcher = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

/** What is used of their compilers. */
export interface WatchingCompiler {
  readonly watchFileSystem: object | null;
}

/**
 * Starts no run for what this plugin wrote itself: the run that wrote it knows of it, and a page
 * would wait for a second run that changes nothing. What lies below `.assetgen` is not watched. The
 * lock is, as others write it too.
 *
 * @param isKnown whether a file is the lock as the last run left it
 */
export function ignoreOwnWrites(
  compiler: WatchingCompiler,
  project: Project,
  isKnown: (file: string) => boolean,
): void {
  const system = compiler.watchFileSystem as { watch: Watch } | null;
  if (system === null) return;
  const watch = system.watch.bind(system);
  const made = join(project.root, '.assetgen');
  const isMade = (path: string): boolean => path === made || path.startsWith(made + sep);

  // In its place rather than around the object: other plugins use what else it has.
  system.watch = function watchOthers(...[files, folders, missing, since, options, ...listeners]) {
    const [onChanges, onFirst] = listeners;
    const watched = [without(files, isMade), folders, without(missing, isMade)] as const;
    let told = false;
    let watcher = begin(since);

    function tell(file: string, time: number): void {
      if (!told) onFirst?.(file, time);
      told = true;
    }

    function begin(startTime: number): Watcher {
      return watch(
        ...watched,
        startTime,
        options,
        function hearAll(...what) {
          const [error, , , changes = new Set(), removals = new Set()] = what;
          const changed = [...changes];
          const [first] = changed;
          if (error === null && first !== undefined) {
            // What was announced has to come: a look may have made it known since.
            if (!told && removals.size === 0 && changed.every(isKnown)) {
              watcher = begin(Date.now());
              return;
            }
            tell(first, Date.now());
          }
          onChanges(...what);
        },
        function hearFirst(file, time) {
          if (!isKnown(file)) tell(file, time);
        },
      );
    }

    const names = Object.keys(watcher);
    return Object.fromEntries(
      names.map((name) => [name, (...given: readonly unknown[]) => watcher[name]?.(...given)]),
    );
  };
}

function without(paths: Paths, isOut: (path: string) => boolean): Paths {
  const rest = (some: Iterable<string>): Set<string> =>
    new Set([...some].filter((path) => !isOut(path)));
  const { added, removed } = paths;
  return Object.assign(rest(paths), {
    ...(added === undefined ? {} : { added: rest(added) }),
    ...(removed === undefined ? {} : { removed: rest(removed) }),
  });
}
