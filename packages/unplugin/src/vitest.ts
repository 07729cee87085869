import type { Plugin } from 'vite';
import { escapePattern } from './shared/references/import-id.ts';
import { writeTestModules } from './shared/write-test-modules.ts';

/**
 * For Vitest, in place of the plugin for builds: imports of generated assets give what their types say, a URL such as
 * `/@gen/hero.webp` for a file and an object for an asset. Nothing is made or paid for, so tests need neither a cache
 * nor a service, also under CI, and every machine has the same URLs.
 *
 * @example
 * // vitest.config.js
 * import assetgen from '@assetgen/unplugin/vitest';
 * export default { plugins: [assetgen()] };
 */
export default function assetgen(): Plugin {
  return {
    name: 'assetgen:test',
    enforce: 'pre',
    async config({ root = process.cwd() }) {
      const { prefix, folder } = await writeTestModules(root, 'mjs');
      const find = new RegExp(`^${escapePattern(prefix)}/([^?]+)$`);
      const replacement = `${folder.replaceAll('\\', '/')}/$1.mjs`;
      return { resolve: { alias: [{ find, replacement }] } };
    },
  };
}
