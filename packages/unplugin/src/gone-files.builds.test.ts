import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenProject } from '@assetgen/core';
import { rspack } from '@rspack/core';
import type { Compiler } from '@rspack/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import webpack from 'webpack';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { folderProjects } from './testing/folder-project.ts';
import { writeWhole } from './testing/locking-projects.ts';
import { connectWebpack } from './webpack/webpack-plugin.ts';

/** When a file goes away: as a run begins, before the plugin looks; and once the plugin has made the outputs for it. */
type Hook = 'watchRun' | 'thisCompilation';
/** What both compilers tell. */
interface Seen {
  readonly modifiedFiles?: ReadonlySet<string> | undefined;
}
interface Done {
  readonly compilation: { readonly errors: readonly Error[] };
}
interface Watching {
  close(closed: () => void): void;
}

interface Tool {
  /** Set where it is a dev server. */
  readonly variable: string;
  watch(root: string, open: OpenProject, hook: Hook, act: (seen: Seen) => void): Started;
}
interface Started {
  readonly watching: Watching;
  /** Of the last run; null before the first. */
  readonly errors: () => string | null;
}

function optionsIn(root: string) {
  return {
    context: root,
    mode: 'development' as const,
    entry: './main.js',
    output: { path: join(root, 'dist') },
    infrastructureLogging: { level: 'none' as const },
  };
}

/** Keeps what a run ended with. */
function lastErrors() {
  let last: string | null = null;
  return {
    errors: () => last,
    done(_error: unknown, stats?: Done) {
      last = stats?.compilation.errors.map(({ message }) => message).join('\n') ?? '';
    },
  };
}

const TOOLS: Readonly<Record<string, Tool>> = {
  webpack: {
    variable: 'WEBPACK_SERVE',
    watch(root, open, hook, act) {
      const tap = (each: webpack.Compiler): void => each.hooks[hook].tap('act', () => act(each));
      const connect = (each: webpack.Compiler) => void connectWebpack(each, open, {});
      const plugins = [{ apply: tap }, { apply: connect }];
      const { errors, done } = lastErrors();
      const compiler = webpack({ ...optionsIn(root), plugins })!;
      return { watching: compiler.watch({ aggregateTimeout: 20 }, done)!, errors };
    },
  },
  Rspack: {
    variable: 'RSPACK_SERVE',
    watch(root, open, hook, act) {
      const tap = (each: Compiler): void => each.hooks[hook].tap('act', () => act(each));
      const connect = (each: Compiler) => void connectRspack(each, open, {});
      const plugins = [{ apply: tap }, { apply: connect }];
      const { errors, done } = lastErrors();
      const compiler = rspack({ ...optionsIn(root), plugins });
      return { watching: compiler.watch({ aggregateTimeout: 5 }, done)!, errors };
    },
  },
};

const ROWS = [
  ['a dev server looked early', 'watchRun', 'assetgen.config.ts'],
  ['nothing of the project changed', 'watchRun', 'main.js'],
  ['the run is under way', 'thisCompilation', 'main.js'],
] as const;

it.each(Object.keys(TOOLS).flatMap((name) => ROWS.map((row) => [name, ...row] as const)))(
  '%s sees a manifest go away once it was read for a run: %s',
  async (name, _what, hook, changed) => {
    const { variable, watch } = TOOLS[name]!;
    vi.stubEnv(variable, 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-gone-')));
    const inRoot = (file: string): string => join(root, file);
    const [manifest, config] = [inRoot('assets.gen.json'), inRoot('assetgen.config.ts')];
    let text = `import sky from '@gen/sky'; console.log(sky);`;
    await writeFile(inRoot('main.js'), text);
    await writeFile(config, '');
    await writeFile(manifest, JSON.stringify({ 'sky.webp': { text: 'one' } }));
    const file = inRoot(changed);
    const open = folderProjects({ runs: 0, closed: false });
    const watched = (): string[] => [manifest, config];
    const { watching, errors } = watch(
      root,
      (options) => ({ ...open(options), watched }),
      hook,
      function goAway({ modifiedFiles = new Set() }) {
        if (modifiedFiles.has(file) && !modifiedFiles.has(manifest))
          rmSync(manifest, { force: true });
      },
    );
    onTestFinished(async () => {
      await new Promise<void>((resolve) => watching.close(() => resolve()));
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    });
    await expect.poll(errors).not.toBeNull();
    // Files that are as new as the first run make a compiler run once more, with all of them.
    const change = async (): Promise<string | null> => {
      // Nothing else changes once it is gone.
      if (existsSync(manifest)) await writeWhole(file, (text += '\n'));
      await delay(500);
      return errors();
    };
    await expect.poll(change).toContain('ENOENT');
  },
);
