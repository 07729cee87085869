import { failureOf } from '../failure.ts';
import type { Failure } from '../failure.ts';
import { positionOfReference } from '../references/position-of-reference.ts';

/** What Rollup, Rolldown and Vite print of an error; Vite shows it in its overlay too. */
export interface RollupError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly pluginCode?: string;
  readonly cause?: unknown;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

/**
 * An error with its place in the manifest or in what refers to an asset.
 *
 * @param cause printed with its stack, and so only of errors that are not ours to explain
 */
export function toRollupError(failure: Failure, cause?: unknown): RollupError {
  const { code, text, position } = failure;
  return {
    name: 'AssetgenError',
    message: text,
    // The stack leads into this plugin; the place that matters is in the manifest or the importer.
    stack: '',
    ...(code === null ? {} : { pluginCode: code }),
    ...(cause === undefined || code !== null ? {} : { cause }),
    ...(position === null ? {} : { id: position.file, loc: position }),
  };
}

/** The text that a hook works for: what it throws is told with its place there. */
export interface Referrer {
  readonly file: string;
  /** The name as it stands there: `@gen/props/crate.glb`. */
  readonly written: string;
}

/** Does a hook's work; what it throws becomes an error of the bundler's kind. */
export async function orFail<T>(
  context: { error(error: RollupError): never },
  work: () => T | Promise<T>,
  referrer?: Referrer,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = await placedFailure(error, referrer);
    return context.error(toRollupError(failure, error));
  }
}

/** The same in a hook that has no context: what it throws is printed as it is. */
export async function orThrow<T>(work: () => Promise<T>, referrer?: Referrer): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = await placedFailure(error, referrer);
    throw Object.assign(new Error(failure.text), toRollupError(failure, error));
  }
}

async function placedFailure(error: unknown, referrer?: Referrer): Promise<Failure> {
  const failure = failureOf(error);
  if (failure.position !== null || referrer === undefined) return failure;
  return { ...failure, position: await positionOfReference(referrer.file, referrer.written) };
}
