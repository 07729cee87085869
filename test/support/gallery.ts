import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { REPOSITORY } from './app.ts';
import { cleanEnv } from './env.ts';

/** A running `assetgen ui`. */
export interface RunningGallery {
  /** `http://localhost:49152` */
  readonly origin: string;
  /** With a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

const MAIN = join(REPOSITORY, 'dist/main.js');

/** Starts the built command as a process of its own. @param port 0: any free one */
export async function startGallery(
  root: string,
  env: Readonly<Record<string, string | undefined>> = {},
  port = 0,
): Promise<RunningGallery> {
  const args = [MAIN, 'ui', '--root', root, '--port', String(port), '--json'];
  return start(args, env, (url) => url);
}

/** Starts a bundler's dev server with our plugin as a process of its own. */
export async function startDevServer(
  bundler: 'vite' | 'webpack',
  root: string,
  env: Readonly<Record<string, string | undefined>> = {},
  base = '/',
): Promise<RunningGallery> {
  const args = [join(REPOSITORY, 'test/gallery/dev-server.mjs'), bundler, root, base];
  return start(args, env, (url) => `${url.replace(/\/$/, base)}__assetgen/`);
}

async function start(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  galleryOf: (url: string) => string,
): Promise<RunningGallery> {
  buildPage();
  const child = spawn(process.execPath, args, {
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${args.join(' ')} ended with ${String(code)}`);
    }),
  ]);
  const { url } = JSON.parse(line) as { url: string };
  return {
    url: galleryOf(url),
    origin: new URL(url).origin,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const PAGE = join(REPOSITORY, 'packages/gallery/page');
export const BUILT_PAGE: string = join(REPOSITORY, 'packages/gallery/dist/page');

/** `npm test` builds the page before; whoever runs one file gets it built here. */
function buildPage(): void {
  const sources = readdirSync(PAGE, { recursive: true, encoding: 'utf8' });
  const newest = Math.max(...sources.map((file) => statSync(join(PAGE, file)).mtimeMs));
  const built = join(BUILT_PAGE, 'index.html');
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  execFileSync(process.execPath, [join(REPOSITORY, 'scripts/build-page.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
