import { bash } from './bash.ts';
import type { CompletedCommand } from './completed-command.ts';
import { fish } from './fish.ts';
import { zsh } from './zsh.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that a shell loads; it asks `assetgen list --names` for the assets of the project. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}
