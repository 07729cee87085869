import type { Command } from '../command.ts';

interface Entry {
  readonly summary: string;
  /** Each command loads alone: a warm build pays for no other. */
  readonly load: () => Promise<Command>;
}

/** Every command, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'Write a starter manifest and the ignore line',
    load: async () => (await import('./init.ts')).init,
  },
  plan: {
    summary: 'Show what a build would do and cost, and why',
    load: async () => (await import('./plan.ts')).plan,
  },
  build: {
    summary: 'Make every output exist',
    load: async () => (await import('./build.ts')).build,
  },
  check: {
    summary: 'Check that manifests, lock, types and outputs agree; no network',
    load: async () => (await import('./check.ts')).check,
  },
  serve: {
    summary: 'Serve the local generation service over HTTP',
    load: async () => (await import('./serve.ts')).serve,
  },
};
