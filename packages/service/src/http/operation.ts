import type { FieldError } from './invalid-request.ts';
import type { RequestContext } from './request-context.ts';

/** One request that may go on: authenticated, within the rate limit. */
export interface Call {
  readonly request: Request;
  readonly context: RequestContext;
  /** Where signed URLs of the answer point to. */
  readonly origin: string;
  /** A fault demands that the jobs of this create fail. */
  readonly doomed: boolean;
}

/** One operation of the specification, as a row of the table in `operations/operations.ts`. */
export interface Operation {
  /** The name that faults and `forbidden` use. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly group: 'v1' | 'legacy';
  run(call: Call): Promise<Response>;
  /** A missing or wrong key. */
  unauthorized(): Response;
  /** An InvalidRequest: `path` of each error is a field. */
  invalid(errors: readonly FieldError[]): Response;
}

/** Name, method, path and group of an operation of the older group, which are all of one form. */
export function legacy(name: string): Pick<Operation, 'name' | 'method' | 'path' | 'group'> {
  return { name, method: 'POST', path: `/api/${name}`, group: 'legacy' };
}
