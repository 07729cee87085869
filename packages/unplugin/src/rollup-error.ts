import { failureOf } from './failures.ts';
import type { Failure } from './failures.ts';

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

/** An error with the manifest's place. */
export function toRollupError(failure: Failure, cause?: unknown): RollupError {
  const { code, text, position } = failure;
  return {
    name: 'AssetgenError',
    message: text,
    // The stack leads into this plugin; the place that matters is in the manifest or the importer.
    stack: '',
    ...(code === null ? {} : { pluginCode: code }),
    ...(cause === undefined ? {} : { cause }),
    ...(position === null ? {} : { id: position.file, loc: position }),
  };
}

/** Does a hook's work; what it throws becomes an error of the bundler's kind. */
export async function orFail<T>(
  context: { error(error: RollupError): never },
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return context.error(toRollupError(failureOf(error), error));
  }
}

/** The same in a hook that has no context: what it throws is printed as it is. */
export async function orThrow<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = failureOf(error);
    throw Object.assign(new Error(failure.text), toRollupError(failure, error));
  }
}
