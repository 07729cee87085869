import type { ServerResponse } from 'node:http';
import { publicFailureAt, answerFailure } from '../public-failure.ts';
import type { Session } from '../session.ts';

/** What is used of the options of webpack's and Rspack's dev servers, which need not be installed. */
interface DevServerOptions {
  setupMiddlewares?: (middlewares: unknown[], devServer: unknown) => unknown[];
}

interface Options {
  readonly devServer?: DevServerOptions | false;
  readonly output?: { readonly publicPath?: unknown };
  readonly plugins?: readonly unknown[];
}

/** What is used of a compiler. */
interface ServedCompiler {
  readonly options: object;
  readonly hooks?: object;
}

/** A middleware as dev servers take it. */
export interface NamedMiddleware {
  readonly name: string;
  readonly middleware: (
    request: never,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => unknown;
}

/**
 * Puts a middleware before those of each dev server of this compiler, and of the user.
 *
 * @param make asked when a server starts
 */
export function addMiddleware(compiler: ServedCompiler, make: () => NamedMiddleware): void {
  for (const server of serverOptions(compiler)) {
    const { setupMiddlewares } = server;
    server.setupMiddlewares = function addOne(middlewares, devServer) {
      const all = [make(), ...middlewares];
      return setupMiddlewares?.(all, devServer) ?? all;
    };
  }
}

/**
 * The options that decide what dev servers of this compiler answer: those of the config, and those of
 * each webpack-dev-server that is a plugin, as version 6 is to webpack-cli 7, which hands it a copy of
 * the config's before any plugin is applied.
 */
function serverOptions(compiler: ServedCompiler): ReadonlySet<DevServerOptions> {
  const options: Options = compiler.options;
  const { devServer, plugins = [] } = options;
  const all = new Set(plugins.filter(isDevServer).map((server) => server.options));
  if (devServer === false) return all;
  if (devServer !== undefined) return all.add(devServer);
  const made: DevServerOptions = {};
  Object.assign(options, { devServer: made });
  // A command starts a server for each compiler that has options, and every server serves all compilers: of several
  // only those of the user count. They are several once all plugins are applied.
  queueMicrotask(() => {
    if (isOneOfSeveral(compiler)) Object.assign(options, { devServer: undefined });
  });
  return all.add(made);
}

function isOneOfSeveral({ hooks = {} }: ServedCompiler): boolean {
  const { done } = hooks as { done?: { taps: readonly { name: string }[] } };
  return done?.taps.some(({ name }) => name === 'MultiCompiler') === true;
}

function isDevServer(plugin: unknown): plugin is { readonly options: DevServerOptions } {
  const { apply, setupMiddlewares, options } = (plugin ?? {}) as Record<string, unknown>;
  return (
    typeof apply === 'function' &&
    typeof setupMiddlewares === 'function' &&
    typeof options === 'object' &&
    options !== null
  );
}

/**
 * Lets a dev server answer for a public output whose asset failed with the error: its own answer
 * would be "not found", or the page where the user asked for `historyApiFallback`.
 */
export function answerMissingPublic(compiler: ServedCompiler, session: Session): void {
  const path = (compiler.options as Options).output?.publicPath;
  const base = typeof path === 'string' && path.startsWith('/') ? path : '/';

  function middleware(
    request: { readonly url?: string },
    response: ServerResponse,
    next: () => void,
  ): void {
    const failed = publicFailureAt(session, base, request.url);
    if (failed === null) next();
    else answerFailure(response, failed);
  }

  addMiddleware(compiler, () => ({ name: 'assetgen-missing', middleware }));
}
