import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compiler } from '@rspack/core';

/** A plugin of Rsbuild, as far as this one is one: its types need not be installed. */
export interface RsbuildPlugin {
  readonly name: string;
  setup(api: RsbuildApi): void;
}

/** What is used of Rsbuild's API for plugins. */
export interface RsbuildApi {
  readonly context: {
    readonly action?: 'dev' | 'build' | 'preview' | undefined;
    readonly devServer?:
      | { readonly hostname: string; readonly port: number; readonly https: boolean }
      | undefined;
  };
  readonly logger: { log(...line: readonly unknown[]): void };
  modifyRspackConfig(
    change: (
      config: never,
      utils: { appendPlugins(plugin: { name: string; apply(compiler: Compiler): void }): void },
    ) => void,
  ): void;
  onBeforeStartDevServer(use: (started: { readonly server: RsbuildServer }) => void): void;
  onAfterStartDevServer(use: () => void | Promise<void>): void;
  getNormalizedConfig(): {
    readonly server: {
      readonly base: string;
      readonly publicDir?: false | PublicDir | readonly PublicDir[];
    };
  };
}

/** A folder that Rsbuild serves, and copies unless `copyOnBuild` is false. */
export interface PublicDir {
  readonly name?: string | undefined;
  readonly copyOnBuild?: boolean | 'auto' | undefined;
}

export interface RsbuildServer {
  readonly middlewares: {
    use(
      middleware: (
        request: IncomingMessage,
        response: ServerResponse,
        next: (error?: unknown) => void,
      ) => void,
    ): unknown;
  };
}
