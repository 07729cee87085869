import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import path from 'node:path';

/** What decides about a project's outputs. */
export interface Watched {
  watched(): readonly string[];
  watchedFolders(): readonly string[];
}

export interface FileWatch {
  /** Looks which files decide now. */
  renew(): void;
  close(): void;
}

/** Several writes of an editor are one change. Unit: milliseconds. */
const TOGETHER_MS = 50;

/**
 * Calls `onChange` after files of a project changed, for a bundler that has no hook for it. Folders are watched
 * rather than files: one that an editor replaces, or that is yet to be made, is seen too. Keeps no process alive.
 */
export function watchFiles(project: Watched, onChange: () => void): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  function hear(folder: string, name: string | null): void {
    if (name !== null) {
      const file = path.join(folder, name);
      const isIn = project.watchedFolders().some((each) => path.resolve(each) === folder);
      if (!isIn && !project.watched().includes(file)) return;
    }
    clearTimeout(timer);
    timer = setTimeout(onChange, TOGETHER_MS);
    timer.unref();
  }

  function add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => hear(folder, name));
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
    } catch {
      // It is not there yet; a folder above it is, and the next look asks again.
    }
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  const watching: FileWatch = {
    renew() {
      const folders = new Set([
        ...project.watched().map((file) => path.dirname(file)),
        ...project.watchedFolders().map((folder) => path.resolve(folder)),
      ]);
      for (const folder of watchers.keys()) if (!folders.has(folder)) drop(folder);
      for (const folder of folders) if (!watchers.has(folder)) add(folder);
    },
    close() {
      clearTimeout(timer);
      for (const folder of watchers.keys()) drop(folder);
    },
  };
  watching.renew();
  return watching;
}
