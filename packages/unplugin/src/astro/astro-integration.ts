import type { AddressInfo } from 'node:net';
import { posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRoot } from '@assetgen/core/warm';
import type { Plugin } from 'vite';
import { localUrl, slashed } from '../shared/local-url.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';

/** An integration of Astro, as far as this one is one: its types need not be installed. */
export interface AstroIntegration {
  readonly name: string;
  readonly hooks: {
    'astro:config:setup'(context: {
      readonly config: { readonly root: URL; readonly base: string };
      // Astro's own type of Vite plugins is that of the Vite which it brings.
      readonly updateConfig: (config: { vite: { plugins: never[] } }) => unknown;
    }): void;
    'astro:config:done'(context: {
      readonly config: { readonly root: URL };
      readonly injectTypes: (file: { filename: string; content: string }) => URL;
    }): void;
    'astro:server:start'(context: {
      readonly address: AddressInfo;
      readonly logger: { info(line: string): void };
    }): void;
  };
}

/** @param vite gives the plugin for Vite, with a gallery below `base` */
export function createAstroIntegration(
  vite: (base: string) => (options: PluginOptions) => Plugin[],
  options: PluginOptions,
): AstroIntegration {
  let base = '/';
  return {
    name: 'assetgen',
    hooks: {
      'astro:config:setup'({ config, updateConfig }) {
        // Astro's dev server takes the base away itself; Vite knows nothing of it.
        base = slashed(config.base);
        updateConfig({ vite: { plugins: vite(base)(options) as never[] } });
      },
      'astro:config:done'({ config, injectTypes }) {
        const types = typesOf(fileURLToPath(config.root), options);
        // It lies in `.astro/integrations/assetgen/`.
        const from = relative(
          fileURLToPath(new URL('.astro/integrations/assetgen/', config.root)),
          types,
        );
        const path = from.split(sep).join(posix.sep);
        injectTypes({
          filename: 'types.d.ts',
          content: `/// <reference path=${JSON.stringify(path)} />\n`,
        });
      },
      'astro:server:start'({ address, logger }) {
        logger.info(`all assets are shown at ${localUrl(address, base)}__assetgen/`);
      },
    },
  };
}

/** Where the declarations of the imports are written. */
function typesOf(folder: string, { root }: PluginOptions): string {
  const found = root === undefined ? (findRoot(folder) ?? folder) : posix.join(folder, root);
  return posix.join(found, 'assets.gen.d.ts');
}
