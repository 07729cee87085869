import type { Plugin } from 'vite';
import { VIRTUAL_FILTER } from '../shared/references/import-id.ts';
import type { Host } from './host.ts';
import type { Updates } from './updates.ts';

/** Style sheets and pages: what no module graph connects with the files that they name. */
const TEXT = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss|html)(?:$|\?)/;

/**
 * For Vite's dev server where it bundles (`experimental.bundledDev`): Rolldown watches and updates there, and Vite
 * calls no `hotUpdate`. Every module of ours depends on the files that decide about the assets: a change of them
 * makes Rolldown load it again, also after a load that failed.
 */
export function bundledDev(opened: () => Host, updatesOf: () => Updates): Plugin {
  function watch(context: { addWatchFile(file: string): void }): void {
    for (const file of opened().plugin.project.watched()) context.addWatchFile(file);
  }
  let builds = 0;
  return {
    name: 'assetgen:bundled-dev',
    enforce: 'pre',
    apply: (_config, { command, isPreview }) => command === 'serve' && isPreview !== true,
    applyToEnvironment: ({ config }) => (config as { isBundled?: boolean }).isBundled === true,
    // After a whole build that failed, Rolldown builds all again at the next change, and says of no file that it changed.
    buildStart() {
      if (builds > 0) opened().plugin.session.invalidate();
      builds += 1;
    },
    load: {
      order: 'pre',
      filter: VIRTUAL_FILTER,
      handler() {
        watch(this);
        return null;
      },
    },
    transform: {
      filter: { id: TEXT },
      handler(code) {
        if (code.includes(`${opened().plugin.prefix}/`)) watch(this);
        return null;
      },
    },
    async watchChange(file) {
      // Rolldown waits for this before it loads anything again.
      const update = await updatesOf().after(file, performance.now());
      if (update === null) return;
      const { failure } = update;
      if (failure !== null) opened().config.logger.error(failure.text, { timestamp: true });
      const { environment } = this;
      if (update.status !== 'ready' || update.send === null || environment.mode !== 'dev') return;
      environment.hot.send(update.send);
    },
  };
}
