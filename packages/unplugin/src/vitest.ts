import type { Plugin } from 'vite';
import { importNewUrls } from './shared/references/import-new-urls.ts';
import {
  escapePattern,
  parseImportId,
  virtualId,
  virtualName,
} from './shared/references/import-id.ts';
import { writeTestModules } from './shared/write-test-modules.ts';
import type { TestModuleFolder } from './shared/write-test-modules.ts';

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
export default function assetgen(): Plugin[] {
  let modules: TestModuleFolder | null = null;
  const imports: Plugin = {
    name: 'assetgen:test',
    enforce: 'pre',
    async config({ root = process.cwd() }) {
      modules = await writeTestModules(root, 'mjs');
      const { prefix, folder } = modules;
      const find = new RegExp(
        `^${escapePattern(prefix)}/([^?~]+)(?:\\?(?:url|inline|no-inline|raw))?$`,
      );
      const replacement = `${folder.replaceAll('\\', '/')}/$1.mjs`;
      return { resolve: { alias: [{ find, replacement }] } };
    },
    // Code of an asset: a component, a loader.
    resolveId(source) {
      const written = modules === null ? null : parseImportId(source, modules.prefix);
      return written?.name.includes('~') === true ? virtualId(written.name) : null;
    },
    load(id) {
      const name = virtualName(id);
      if (name === null || modules === null) return null;
      const { prefix, view } = modules;
      // A file that code loads by its URL.
      if (name.startsWith('~decoder/'))
        return `export default ${JSON.stringify(`/${prefix}/${name}`)};`;
      const resolved = view.resolve(`${prefix}/${name}`);
      return resolved?.type === 'object' ? resolved.code : null;
    },
  };
  const newUrls: Plugin = {
    name: 'assetgen:test-new-url',
    // Not before Vite has made JavaScript of TypeScript and JSX.
    async transform(code) {
      return modules === null ? null : importNewUrls(code, modules.prefix);
    },
  };
  return [imports, newUrls];
}
