import type { Project } from '@assetgen/core';
import type { Session } from '../session.ts';
import { fileStamp } from '../file-stamp.ts';

/** What is used of the compilers of webpack and of Rspack. */
export interface InvalidCompiler {
  readonly watching?:
    | {
        readonly watchOptions?: { readonly aggregateTimeout?: number | undefined };
        invalidate(): void;
      }
    | null
    | undefined;
  readonly hooks: {
    readonly invalid: { tap(name: string, use: (file: string | null) => void): void };
  };
}

/** A look at a changed project that began before its run. */
export interface EarlyLook {
  /**
   * Waits for the look.
   * @returns the stamps that the project's files had when it began, empty for one that was not there; null where it does
   * not stand for what a run has to know: one of the `changed` files is another one than it was then
   */
  covers(changed: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
}

/**
 * Looks at the project when the first change is seen, in the time in which the bundler waits for
 * more of them: a page need not wait for one and then for the other. A look that went well ends
 * that time, unless the user asked for a longer one: a file that was only half written does not
 * read well. Only in dev servers, where nothing is bought before the files are left alone.
 *
 * @param isOurs whether a file decides about the outputs
 * @param isKnown whether it is the lock as the last look left it
 */
export function lookEarly(
  compiler: InvalidCompiler,
  { name, project, session }: { name: string; project: Project; session: Session },
  isOurs: (file: string) => boolean,
  isKnown: (file: string) => boolean,
): EarlyLook {
  let before: ReadonlyMap<string, string> | null = null;

  compiler.hooks.invalid.tap(name, function look(file) {
    before = null;
    if (file === null || !isOurs(file)) return;
    const stamps = new Map([...project.watched(), file].map((each) => [each, fileStamp(each)]));
    before = stamps;
    session.invalidate();
    void endWait(file, stamps);
  });

  async function endWait(file: string, stamps: ReadonlyMap<string, string>): Promise<void> {
    try {
      await session.ensure();
    } catch {
      // Whoever needs the outputs hears of the error.
      return;
    }
    const { watching } = compiler;
    const { aggregateTimeout = Infinity } = watching?.watchOptions ?? {};
    if (before !== stamps || aggregateTimeout > WAIT_MS || !isAs(stamps, file)) return;
    watching?.invalidate();
  }

  const isAs = (stamps: ReadonlyMap<string, string>, file: string): boolean =>
    stamps.get(file) === fileStamp(file) || isKnown(file);

  return {
    async covers(changed) {
      const stamps = before;
      before = null;
      if (stamps === null) return null;
      await session.ensure().catch(() => undefined);
      return changed.every((file) => isAs(stamps, file)) ? stamps : null;
    },
  };
}

/** webpack's own; Rspack's is shorter. Unit: milliseconds. */
const WAIT_MS = 20;
