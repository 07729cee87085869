import { join } from 'node:path';
import type { OpenProject } from '@assetgen/core';
import { packagesOf } from '@assetgen/core/warm';
import type { Environment, Plugin, Rollup } from 'vite';
import type { MountGallery } from '../shared/mount-gallery.ts';
import { ownPublicFiles, publicTaken } from '../shared/own-public-files.ts';
import { createObjectModules } from '../shared/object-modules.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { clientComponent } from '../shared/client-component.ts';
import { parseImportId, virtualId, virtualName } from '../shared/references/import-id.ts';
import { tellDrafts } from '../shared/summary-line.ts';
import { orFail } from '../shared/rollup-family/rollup-error.ts';
import { createRollupHooks } from '../shared/rollup-family/rollup-hooks.ts';
import type { HookContext } from '../shared/rollup-family/hook-context.ts';
import { bundledDev } from './bundled-dev.ts';
import type { DevToolsContext } from './gallery-dock.ts';
import { openHost } from './host.ts';
import type { Host } from './host.ts';
import { createTextReferences } from './text-references.ts';
import type { Updates } from './updates.ts';
import { createUpdates } from './updates.ts';
import { finishedPages } from './finished-pages.ts';
import { plainUrls } from './plain-urls.ts';
import { withoutFalseWarnings } from './without-false-warnings.ts';
import { untouchedImages } from './untouched-images.ts';
import { renameInManifests } from './rename-in-manifests.ts';

/** The gallery in Vite DevTools; a build that has none loads nothing of it. */
const dock = {
  async setup(context: DevToolsContext): Promise<void> {
    const { dockGallery } = await import('./gallery-dock.ts');
    dockGallery(context);
  },
};

export function vitePlugins(
  open: OpenProject,
  options: PluginOptions,
  mountGallery?: MountGallery,
): Plugin[] {
  let host: Host | undefined;
  /** Hooks run after `configResolved`. */
  function opened(): Host {
    if (host === undefined) throw new Error('assetgen: a hook ran before configResolved');
    return host;
  }
  const project = () => opened().plugin;
  const hooks = createRollupHooks(project, {
    idOf(file, { name, query }) {
      if (/[?&](?:raw|inline)\b/.test(query)) return file.path + query;
      // In dev the id stays while the file behind it changes, so that updates reach the importer.
      return opened().serves ? virtualId(name) : opened().urls.builtId(file);
    },
    urlOf: async (context, file) => JSON.stringify(await opened().urls.placeholder(context, file)),
    gathers: (id) => !opened().serves && opened().urls.gathers(id),
    codeOf: ({ code, hotCode }) =>
      opened().serves ? (hotCode?.('import.meta.hot') ?? code) : code,
    tell: () => project().output,
    tellDrafts,
    // Vite itself makes the folder absolute; what a user writes is from here, whatever the root.
    folder: () => process.cwd(),
  });
  const texts = createTextReferences<HookContext>(project, () => opened().urls);
  let updates: Updates | undefined;
  function updatesOf(): Updates {
    updates ??= createUpdates(project, texts.referringTo, hooks.hadFailedImport);
    return updates;
  }
  const apply: NonNullable<Plugin['apply']> = (_config, { isPreview }) => isPreview !== true;

  const imports: Plugin = {
    name: 'assetgen',
    enforce: 'pre',
    apply,
    ...(mountGallery === undefined ? {} : { devtools: dock }),
    config: () => ({
      // Outputs change together with the manifest; two updates of one change would be one too many.
      server: { watch: { ignored: ['**/.assetgen/**'] } },
      // Vite bundles workers with plugins of their own; these share the outputs of the page.
      worker: { plugins: () => [worker, newUrls] },
    }),
    async configResolved(config) {
      host = openHost(open, options, config);
      // Needed soon, and loaded while Vite has other things to wait for.
      if (opened().serves) void loadDevServer();
      await hooks.readPrefix(opened().serves || config.build.watch !== null);
      Object.assign(config, { logger: withoutFalseWarnings(config.logger, project().prefix) });
    },
    async configureServer(server) {
      const { serveDev } = await loadDevServer();
      await serveDev(opened(), server, mountGallery);
    },
    async buildStart() {
      // A dev server starts at once; whoever imports an asset waits for it.
      if (opened().serves) return;
      await hooks.buildStart.call(this);
      const { build, publicDir } = opened().config;
      if (publicDir === '' || build.copyPublicDir === false) return;
      await orFail(this, () => refuseTaken(project(), publicDir));
    },
    onLog: hooks.onLog,
    watchChange(file) {
      if (!opened().serves) hooks.watchChange.call(this, file);
    },
    resolveId: {
      filter: hooks.resolveId.filter,
      handler(source, importer, given) {
        if ('scan' in given && given.scan === true) {
          const written = parseImportId(source, project().prefix);
          if (written !== null) return scanned(project().project.root, written.name, source);
        }
        const built = opened().urls.builtPathId(source, importer);
        return built ?? hooks.resolveId.handler.call(this, source, importer);
      },
    },
    load: {
      filter: hooks.load.filter,
      async handler(id) {
        const loaded = await hooks.load.handler.call(this, id);
        if (loaded === null || !hasServerComponents(this.environment)) return loaded;
        return { ...loaded, code: clientComponent(virtualName(id) ?? '', loaded.code) };
      },
    },
    transform: texts.transformCss,
    transformIndexHtml: { order: 'pre', handler: texts.transformHtml },
    async hotUpdate(update) {
      const { updateAssets } = await loadDevServer();
      return updateAssets(opened(), updatesOf(), this.environment, update);
    },
    generateBundle: {
      order: 'post',
      async handler(_output, bundle, isWrite) {
        // Of a dev server that bundles: it serves the outputs itself.
        if (opened().serves) return;
        const { build, consumer, root } = this.environment.config;
        if (consumer === 'client') await hooks.emitPublic.call(this, isWrite);
        await hooks.finishBundle.call(this, bundle, isWrite);
        if (build.manifest === false && build.ssrManifest === false) return;
        renameInManifests(project().large, root, bundle, build);
      },
    },
    writeBundle: hooks.writeBundle,
    closeWatcher: () => project().project.close(),
    closeBundle: {
      order: 'post',
      handler() {
        return opened().serves ? project().project.close() : hooks.closeBundle.call(this);
      },
    },
  };
  const { resolveId, load } = imports;
  const worker = { name: 'assetgen:worker', enforce: 'pre', resolveId, load } as Plugin;
  const newUrls: Plugin = { name: 'assetgen:new-url', apply, transform: hooks.transform };
  // Between Vite's CSS plugin, which puts sheets together that no hook has seen, and the one that
  // emits the result.
  const transform = texts.transformNestedCss;
  const nestedCss: Plugin = { name: 'assetgen:nested-css', apply, transform };
  const untouched = untouchedImages(() => opened().urls, apply);
  const pages = finishedPages(() => opened().serves, texts, apply);
  const bundled = bundledDev(opened, updatesOf);
  return [imports, newUrls, nestedCss, plainUrls(apply), pages, untouched, bundled];
}

/** Vite copies the user's files before it writes what is emitted. */
function refuseTaken({ session }: PluginProject, publicDir: string): void {
  const [taken] = ownPublicFiles(session.latest()?.files ?? [], publicDir);
  if (taken !== undefined) throw publicTaken(taken, join(publicDir, taken.public ?? ''));
}

/** Whether React runs without state and effects here, as for Waku and others with `@vitejs/plugin-rsc`. */
function hasServerComponents({ config }: Environment): boolean {
  return config.resolve.conditions.includes('react-server');
}

/** The dependency scan only looks for packages: of ours, those that code for a framework imports. */
function scanned(root: string, name: string, source: string): string | Rollup.PartialResolvedId {
  const target = /~([a-z0-9]+)$/.exec(name)?.[1];
  if (target === undefined) return { id: source, external: true };
  const imports = packagesOf(target).map((each) => `import ${JSON.stringify(each)};\n`);
  const code = `// assetgen: what its code imports\n${imports.join('')}`;
  return createObjectModules(root).writeNow({ asset: `~packages-${target}`, code });
}

/** A build serves nothing. */
function loadDevServer() {
  return import('./dev-server.ts');
}
