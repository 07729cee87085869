import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { findRoot } from '@assetgen/core/warm';
import type { OpenProject } from '@assetgen/core';
import type { Plugin } from 'vite';
import { failureOf } from '../shared/failure.ts';
import { localUrl } from '../shared/local-url.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';

/** What is used of Nuxt, whose types need not be installed. */
export interface Nuxt {
  readonly options: {
    readonly rootDir: string;
    readonly builder?: unknown;
    /** Set by `nuxt prepare`, which builds nothing. */
    readonly _prepare?: boolean;
    readonly app: { readonly baseURL: string };
  };
  // As Nuxt's own, which types each hook by its name.
  hook(name: string, use: (...given: never[]) => unknown): unknown;
}

/** What is used of what `nuxt dev` listens with. */
interface Listener {
  readonly address: AddressInfo;
  readonly https?: unknown;
}

/** A module of Nuxt without its kit. */
export interface NuxtModule {
  (options: PluginOptions | undefined, nuxt: Nuxt): void;
  getMeta(): Promise<{ readonly name: string; readonly configKey: string }>;
}

/** What the module is made of. */
export interface NuxtParts {
  readonly open: OpenProject;
  /** The plugin for Vite, with a gallery. */
  readonly vite: (options: PluginOptions) => Plugin[];
}

export function createNuxtModule({ open, vite }: NuxtParts): NuxtModule {
  function assetgen(given: PluginOptions | undefined, nuxt: Nuxt): void {
    const { options } = nuxt;
    const { _prepare: isPreparing } = options;
    refuseOtherBuilder(options.builder);
    const own = (options as { readonly assetgen?: PluginOptions }).assetgen;
    // Vite's root is the folder of the app, which holds neither manifest nor package.json.
    const { root = '.', ...rest } = { ...own, ...given };
    const folder = resolve(options.rootDir, root);
    const place = root === '.' ? (findRoot(folder) ?? folder) : folder;

    // The builds of page and server have each a plugin of its own, unless they share one config.
    nuxt.hook('vite:extendConfig', (config: { plugins: unknown[] }) => {
      if (config.plugins.flat(2).some(isOurs)) return;
      config.plugins.push(vite({ ...rest, root: place }));
    });
    nuxt.hook('prepare:types', async ({ references }: { references: { path: string }[] }) => {
      references.push({ path: join(place, 'assets.gen.d.ts') });
      if (isPreparing === true) await writeTypes(open, place, rest);
    });
    nuxt.hook('listen', (_server: unknown, { address, https }: Listener) => {
      const url = localUrl(address, options.app.baseURL, Boolean(https));
      console.log(`  ➜ Assets:   ${url}__assetgen/\n`);
    });
  }

  return Object.assign(assetgen, {
    getMeta: async () => ({ name: '@assetgen/unplugin/nuxt', configKey: 'assetgen' }),
  });
}

/** @throws Error `ASSETGEN_BUNDLER` */
function refuseOtherBuilder(builder: unknown): void {
  if (typeof builder !== 'string' || /vite/.test(builder)) return;
  const error = new Error(`the Nuxt module needs Nuxt's Vite builder, found ${builder}`);
  const hint = 'Leave "builder" out of nuxt.config, or add that bundler\'s plugin in its hook.';
  const { text } = failureOf(Object.assign(error, { code: 'ASSETGEN_BUNDLER', hint }));
  throw Object.assign(new Error(text), { code: 'ASSETGEN_BUNDLER', stack: text });
}

function isOurs(plugin: unknown): boolean {
  return (plugin as { readonly name?: string } | null | undefined)?.name === 'assetgen';
}

/** `nuxt prepare` runs after an install, before anything is built: an editor then knows the imports. */
async function writeTypes(open: OpenProject, root: string, options: PluginOptions): Promise<void> {
  const { largeFileBytes: _large, inline: _inline, root: _root, ...others } = options;
  const project = open({ root, options: others, command: 'serve' });
  try {
    await (await project.tools())?.types();
  } catch (error) {
    // A manifest that cannot be read fails the build that needs it, with its place.
    console.warn(`assetgen: ${failureOf(error).text}`);
  } finally {
    await project.close();
  }
}
