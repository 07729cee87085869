import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * Bundles a module of core's sources into one `.mjs` in `folder`, so that a test can run it in a
 * process of its own without a build.
 */
export async function bundleForNode(entry: string, folder: string): Promise<string> {
  const name = `${path.basename(entry, '.ts')}.mjs`;
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: {
      alias: {
        '@assetgen/client/errors': source('../../../client/src/errors.ts'),
        '@assetgen/client': source('../../../client/src/index.ts'),
      },
    },
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: source(`../${entry}`),
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: name } },
    },
  });
  return path.join(folder, name);
}
