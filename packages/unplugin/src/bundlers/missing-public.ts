import type { ServerResponse } from 'node:http';
import { publicFailureAt, answerFailure } from '../dev/public-failure.ts';
import type { Session } from '../session.ts';

/** What is used of the options of webpack's and Rspack's dev servers, which need not be installed. */
interface DevServerOptions {
  setupMiddlewares?: (middlewares: unknown[], devServer: unknown) => unknown[];
}

interface Options {
  readonly devServer?: DevServerOptions | false;
  readonly output?: { readonly publicPath?: unknown };
}

/**
 * Lets a dev server answer for a public output whose asset failed with the error: its own answer
 * would be "not found", or the page where the user asked for `historyApiFallback`.
 */
export function answerMissingPublic(
  { options }: { readonly options: object },
  session: Session,
): void {
  const { devServer: given, output } = options as Options;
  if (given === false) return;
  const server = given ?? {};
  const { setupMiddlewares } = server;
  const path = output?.publicPath;
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

  server.setupMiddlewares = function addAnswer(middlewares, devServer) {
    const all = [{ name: 'assetgen-missing', middleware }, ...middlewares];
    return setupMiddlewares?.(all, devServer) ?? all;
  };
  Object.assign(options, { devServer: server });
}
