import type { ParseArgsConfig } from 'node:util';
import type { ProjectEvent } from '@assetgen/core';
import type { ExitCode } from './exit-codes.ts';
import type { Screen } from './render/screen.ts';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** What a shell offers for a word: names of the project's assets, paths, or one of some words. */
export type Offer = 'assets' | 'files' | 'folders' | readonly string[];

/** An option of the command line, with its line of help. */
export type Option = OptionsConfig[string] & {
  /** What the value is, for the help: `N`, `FILE`. */
  readonly value?: string;
  /** What a shell offers for the value. @default nothing */
  readonly offer?: Offer;
  readonly help: string;
};

export interface CommandContext {
  /** Absolute path of the project's root. */
  readonly root: string;
  readonly json: boolean;
  readonly verbose: boolean;
  /** Options as parsed: texts, flags, lists. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Hears what a project does: a second Ctrl-C waits for the creates in flight. */
  readonly hear: (event: ProjectEvent) => void;
  /** Asks the person at the terminal for a yes or no; null where nobody is there: a script, a pipe, CI, `--json`. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /**
   * Results go to stdout. A terminal gets lines that end between words; `exact`, and lines that begin with two spaces,
   * are printed as they are: code and commands are copied.
   */
  readonly out: (text: string, form?: 'exact') => void;
  /** Progress and errors go to stderr, wrapped in the same way. */
  readonly err: (text: string) => void;
  /** Draws progress below those lines. */
  readonly screen: Screen;
}

/** One command: its help and what it does. */
export interface Command {
  readonly summary: string;
  /** What stands after the name in the usage line. */
  readonly usage: string;
  /** How many positional arguments it takes. */
  readonly positionals: readonly [min: number, max: number];
  /** What a shell offers for each of them; the last also for all that may follow. @default nothing */
  readonly offers?: readonly Offer[];
  readonly options: Readonly<Record<string, Option>>;
  readonly examples: readonly string[];
  /** Whether it makes the project's root where that is missing. @default false */
  readonly makesRoot?: boolean;
  run(context: CommandContext): Promise<ExitCode>;
}
