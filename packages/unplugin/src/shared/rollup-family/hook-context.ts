import type { EmittingContext } from './emit-output.ts';
import type { RollupError } from './rollup-error.ts';

/** What hooks use of the contexts of Rollup, Rolldown and Vite; all have it. */
export interface HookContext extends EmittingContext {
  readonly meta: { readonly watchMode: boolean };
  /** `lang` is of Rolldown, `jsx` of Rollup. */
  parse(
    code: string,
    options: { readonly lang?: 'jsx' | 'ts' | 'tsx'; readonly jsx?: boolean },
  ): unknown;
  addWatchFile(file: string): void;
  error(error: RollupError): never;
  info(line: string): void;
  warn(line: string): void;
}
