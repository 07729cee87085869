import { readFile } from 'node:fs/promises';
import type { OpenProject } from '@assetgen/core';
import {
  draftLine,
  failureOf,
  fillStubs,
  importNewUrls,
  parseImportId,
  reportFailure,
  settleBundle,
  settledLine,
  summaryLine,
  virtualId,
  virtualName,
} from '@assetgen/unplugin';
import type { Failure, PluginOptions } from '@assetgen/unplugin';
import type { Logger, Plugin } from 'vite';
import { createHost } from './host.ts';
import type { Host } from './host.ts';
import { renameInManifest } from './build-manifest.ts';
import { findShippedReferences, unresolvedReference } from './leftovers.ts';
import { toRollupError } from './rollup-error.ts';
import { serveDev, updateAssets } from './dev-server.ts';
import { rewriteNestedCss, withoutFalseWarnings } from './nested-css.ts';
import { rewriteCss, rewriteHtml } from './references.ts';
import { builtId, devUrl } from './urls.ts';

/** The plugin over any core; `assetgen()` hands in the real one. */
export function createPlugins(open: OpenProject, options: PluginOptions): Plugin[] {
  let host: Host | undefined;

  /** Hooks run after `configResolved`. */
  function opened(): Host {
    if (host === undefined) throw new Error('assetgen: a hook ran before configResolved');
    return host;
  }

  const imports: Plugin = {
    name: 'assetgen',
    enforce: 'pre',
    apply: (_config, { isPreview }) => isPreview !== true,
    config: () => ({
      // Outputs change together with the manifest; two updates of one change would be one too many.
      server: { watch: { ignored: ['**/.assetgen/**'] } },
      // Vite bundles workers with plugins of their own; these share the outputs of the page.
      worker: { plugins: () => workerPlugins },
    }),
    async configResolved(config) {
      host = await createHost(open, options, config);
      const logger = withoutFalseWarnings(config.logger, host.prefix);
      (config as { logger: Logger }).logger = logger;
    },
    configureServer(server) {
      serveDev(opened(), server);
    },
    async buildStart() {
      const { config, large, project, session } = opened();
      // A dev server starts at once; whoever imports an asset waits for it.
      if (config.command === 'serve') return;
      let failure: Failure | null;
      try {
        const { report, view } = await session.ensure();
        failure = reportFailure(report);
        await large.sync(view);
      } catch (error) {
        failure = failureOf(error);
      }
      if (this.meta.watchMode) for (const file of project.watched()) this.addWatchFile(file);
      if (failure !== null) this.error(toRollupError(failure));
    },
    onLog(_level, { code, message }) {
      // Rolldown warns of slow plugins; what took its time was the service, and we said so.
      return code === 'PLUGIN_TIMINGS' && message.includes('assetgen buildStart') ? false : null;
    },
    watchChange(file) {
      const { config, project, session } = opened();
      if (config.command === 'build' && project.watched().includes(file)) session.invalidate();
    },
    async resolveId(source, _importer, options) {
      const { config, large, prefix, session } = opened();
      const written = parseImportId(source, prefix);
      if (written === null) return null;
      // The dependency scan only looks for packages.
      if ('scan' in options && options.scan === true)
        return { id: virtualId(written.name), external: true };
      try {
        const resolved = await session.resolve(written.id);
        if (resolved === null) return null;
        if (resolved.type === 'object') return virtualId(resolved.asset);
        if (/[?&](?:raw|inline)\b/.test(written.query)) return resolved.file.path + written.query;
        // In dev the id stays while the file behind it changes, so that updates reach the importer.
        return config.command === 'serve'
          ? virtualId(written.name)
          : builtId(large.pathOf(resolved.file));
      } catch (error) {
        opened().failedRequest = true;
        return this.error(toRollupError(failureOf(error), error));
      }
    },
    async load(id) {
      const name = virtualName(id);
      if (name === null) return null;
      const { config, prefix, session } = opened();
      try {
        const resolved = await session.resolve(`${prefix}/${name}`);
        if (resolved === null) return null;
        if (resolved.type === 'object') return { code: resolved.code, map: null };
        const url = JSON.stringify(devUrl(config, resolved.file));
        return { code: `export default ${url};`, map: null };
      } catch (error) {
        opened().failedRequest = true;
        return this.error(toRollupError(failureOf(error), error));
      }
    },
    async transform(code, id) {
      try {
        return await rewriteCss(opened(), code, id);
      } catch (error) {
        return this.error(toRollupError(failureOf(error), error));
      }
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) => rewriteHtml(opened(), html, filename),
    },
    hotUpdate(update) {
      return updateAssets(opened(), this.environment, update);
    },
    async generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      const { large, session } = opened();
      const { view } = await session.ensure();
      for (const file of view.files) {
        if (file.public === undefined) continue;
        this.emitFile({
          type: 'asset',
          fileName: file.public,
          source: large.stubOf(file) ?? (await readFile(file.path)),
        });
      }
    },
  };

  const newUrls: Plugin = {
    name: 'assetgen:new-url',
    apply: imports.apply as NonNullable<Plugin['apply']>,
    transform(code) {
      return importNewUrls(code, opened().prefix);
    },
  };

  const nestedCss: Plugin = {
    name: 'assetgen:nested-css',
    apply: imports.apply as NonNullable<Plugin['apply']>,
    async transform(code, id) {
      try {
        return await rewriteNestedCss(opened(), this, code, id);
      } catch (error) {
        return this.error(toRollupError(failureOf(error), error));
      }
    },
  };

  const workerPlugins: Plugin[] = [
    {
      name: 'assetgen:worker',
      enforce: 'pre',
      resolveId: imports.resolveId as NonNullable<Plugin['resolveId']>,
      load: imports.load as NonNullable<Plugin['load']>,
    },
    newUrls,
  ];

  const check: Plugin = {
    name: 'assetgen:check',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_output, bundle, isWrite) {
        const { large, prefix } = opened();
        const [first] = findShippedReferences(bundle, prefix);
        opened().bundled = first === undefined;
        if (first === undefined) {
          renameInManifest(opened(), this.environment, bundle);
          if (!isWrite) await fillStubs(large, bundle);
          return;
        }
        const error = unresolvedReference(first.id, `${first.fileName} would ship broken: it`);
        this.error(toRollupError(failureOf(error), error));
      },
    },
    writeBundle: {
      // Before the hooks of others, which may read what was written.
      sequential: true,
      order: 'pre',
      async handler(output, bundle) {
        const { config, large } = opened();
        try {
          const settled = await settleBundle(large, output, bundle);
          if (settled !== null) config.logger.info(settledLine(settled));
        } catch (error) {
          this.error(toRollupError(failureOf(error), error));
        }
      },
    },
    closeBundle: {
      order: 'post',
      async handler() {
        const { bundled, config, project, session } = opened();
        if (!this.meta.watchMode) await project.close();
        // Vite closes a failed build too.
        if (!bundled) return;
        const { report, view } = await session.ensure();
        config.logger.info(summaryLine(report));
        const drafts = draftLine(view);
        if (drafts !== null) config.logger.warn(drafts);
      },
    },
  };

  return [imports, newUrls, nestedCss, check];
}
