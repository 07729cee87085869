import type { Command, Offer, Option } from '../command.ts';
import { COMMON_OPTIONS } from '../help.ts';

/** A command as a shell completes it. */
export interface CompletedCommand extends Pick<Command, 'positionals'> {
  readonly name: string;
  readonly summary: string;
  readonly offers: readonly Offer[];
  readonly options: Readonly<Record<string, Option>>;
}

/** Its options and those that every command takes. */
export function optionsOf({
  options,
}: Pick<CompletedCommand, 'options'>): readonly (readonly [name: string, option: Option])[] {
  return Object.entries({ ...options, ...COMMON_OPTIONS });
}

/** An option as it is written: `--output` and `-o`. */
export function spellings(name: string, { short }: Option): readonly string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

/** Its options that take several values, as in `--only hero lamp`: where words belong to nothing else. */
export function listOptionsOf({
  options,
  positionals: [, most],
}: CompletedCommand): readonly (readonly [name: string, option: Option])[] {
  return most > 0 ? [] : Object.entries(options).filter(([, { multiple }]) => multiple === true);
}
