import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { ResolvedConfig } from 'vite';

/** A Vite that is installed. */
export interface InstalledVite {
  readonly version: string;
  /** Its folder, relative to the project, where another package brought it; null for the project's own. */
  readonly elsewhere: string | null;
}

/** The Vite below 6 that has read this config, which may come with another package; null where nothing tells. */
export function runningVite({ root, resolve }: ResolvedConfig): InstalledVite | null {
  const own = viteFrom(join(root, 'package.json'));
  const client = (resolve as ResolvedConfig['resolve'] | undefined)?.alias.find(
    ({ find }) => find instanceof RegExp && find.test('@vite/client'),
  );
  // The address of a file: `/@fs/home/…`, and `/@fs/C:/…` on Windows.
  const path = addressOf(client)?.replace(/^\/@fs(?:\/(?=[a-z]:))?/i, '');
  const running = path === undefined ? own : viteFrom(path);
  if (running === null) return null;
  const isOwn = own === null || own.manifest === running.manifest;
  const elsewhere = isOwn ? null : relative(root, dirname(running.manifest)).replaceAll('\\', '/');
  return { version: running.version, elsewhere };
}

/** In Vite 3 a function gives it. */
function addressOf(alias: { readonly replacement: unknown } | undefined): string | undefined {
  const { replacement } = alias ?? {};
  const address: unknown = typeof replacement === 'function' ? replacement() : replacement;
  return typeof address === 'string' ? address : undefined;
}

function viteFrom(file: string): { readonly version: string; readonly manifest: string } | null {
  try {
    const require = createRequire(file);
    const manifest = require.resolve('vite/package.json');
    const { version } = require(manifest) as { version: string };
    return { version, manifest };
  } catch {
    // Where it is installed is the package manager's matter.
    return null;
  }
}
