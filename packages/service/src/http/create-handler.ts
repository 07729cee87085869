import { Hono } from 'hono';
import { deviator } from '../deviations/deviator.ts';
import { faultInjector } from '../faults.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { applyFault, BrokenBody, BrokenConnection } from './apply-fault.ts';
import { authenticator } from './authenticator.ts';
import type { Operation } from './operation.ts';
import type { RequestContext } from './request-context.ts';
import { download } from './download.ts';
import { InvalidRequest } from './invalid-request.ts';
import { rateHeaders, rateLimit, type RateDecision } from './rate-limit.ts';
import { json, legacyError, v1Error } from './replies.ts';

/** Answers a request. Rejects with BrokenConnection or BrokenBody where a fault demands it. */
export type Handler = (request: Request) => Promise<Response>;

export function createHandler(context: RequestContext): Handler {
  const { options } = context;
  const authenticate = authenticator(options.key);
  const takeRequest = rateLimit(options.rate, options.now);
  const nextFault = faultInjector(options.faults);
  const deviate = deviator(options.deviations);
  const app = new Hono();

  for (const operation of OPERATIONS) {
    app.on(operation.method, operation.path, ({ req: { raw } }) =>
      deviate(operation.name, raw, (request) => {
        const fault = nextFault(operation.name);
        const doomed = fault?.type === 'fail';
        return applyFault(fault, operation, () => answer(request, operation, doomed));
      }),
    );
    app.all(operation.path, () => wrongMethod(operation.method));
  }
  app.on(['GET', 'HEAD'], '/files/*', ({ req: { raw } }) =>
    deviate('download', raw, (request) =>
      applyFault(nextFault('download'), { name: 'download', group: 'legacy' }, () =>
        download(request, context),
      ),
    ),
  );
  app.all('/files/*', () => wrongMethod('GET'));
  app.notFound(() => json({ message: 'There is no such operation.', error: 'not_found' }, 404));
  app.onError((error, { req }) => {
    if (error instanceof BrokenConnection || error instanceof BrokenBody) throw error;
    options.onError(error);
    return internalError(new URL(req.url).pathname);
  });

  async function answer(
    request: Request,
    operation: Operation,
    doomed: boolean,
  ): Promise<Response> {
    if (!authenticate(request)) return operation.unauthorized();
    const rate = takeRequest();
    if (!rate.allowed) return tooMany(operation, rate);
    const origin = options.origin ?? new URL(request.url).origin;
    let response: Response;
    try {
      response = await operation.run({ request, context, origin, doomed });
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error;
      response = operation.invalid(error.errors);
    }
    if (operation.group === 'v1') {
      for (const [name, value] of Object.entries(rateHeaders(rate))) {
        response.headers.set(name, value);
      }
    }
    return response;
  }

  return async (request) => app.fetch(request);
}

function tooMany(operation: Operation, rate: RateDecision): Response {
  const message = 'Too many requests: try again after a minute.';
  const headers = { 'retry-after': String(rate.retryAfter), ...rateHeaders(rate) };
  return operation.group === 'v1'
    ? v1Error(429, 'rate_limit_exceeded', message, { headers })
    : legacyError(429, message, 'rate_limit', headers);
}

function wrongMethod(method: string): Response {
  const message = `Expected the method ${method}.`;
  return json({ message, error: 'method_not_allowed' }, 405, { allow: method });
}

/** What went wrong inside is ours to know: the answer says only that it did (section 7). */
function internalError(path: string): Response {
  const message = 'The service is unavailable.';
  return path.startsWith('/openapi/')
    ? v1Error(500, 'internal_error', message)
    : legacyError(500, message, 'internal_error');
}
