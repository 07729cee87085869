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
  reroll: {
    summary: 'Ask for an asset once more',
    load: async () => (await import('./reroll.ts')).reroll,
  },
  pick: {
    summary: 'Use another candidate of an asset',
    load: async () => (await import('./pick.ts')).pick,
  },
  ui: {
    summary: 'Open the gallery: look, choose, ask again',
    load: async () => (await import('./ui.ts')).ui,
  },
  report: {
    summary: 'Write a contact sheet, or what changed since a git revision',
    load: async () => (await import('./report.ts')).report,
  },
  types: {
    summary: 'Write the types of every import',
    load: async () => (await import('./types.ts')).types,
  },
  models: {
    summary: 'List the models of the service',
    load: async () => (await import('./models.ts')).models,
  },
  balance: {
    summary: 'Show the points that are left',
    load: async () => (await import('./balance.ts')).balance,
  },
  status: {
    summary: 'Ask the service about one job',
    load: async () => (await import('./status.ts')).status,
  },
  portrait: {
    summary: 'Ask whether an image shows a person',
    load: async () => (await import('./portrait.ts')).portrait,
  },
  verify: {
    summary: 'Rehash the cache',
    load: async () => (await import('./verify.ts')).verify,
  },
  prune: {
    summary: 'Clean the cache of what no project uses',
    load: async () => (await import('./prune.ts')).prune,
  },
  push: {
    summary: 'Write what this machine has to the shared cache',
    load: async () => (await import('./push.ts')).push,
  },
  keys: {
    summary: 'Make and show the keys of the shared cache',
    load: async () => (await import('./keys.ts')).keys,
  },
  doctor: {
    summary: 'Say what is wrong with this set-up',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  'merge-locks': {
    summary: 'Merge the locks of shards into one',
    load: async () => (await import('./merge-locks.ts')).mergeLocks,
  },
  'merge-driver': {
    summary: 'Merge two sides of the lock; git runs it',
    load: async () => (await import('./merge-driver.ts')).mergeDriver,
  },
  serve: {
    summary: 'Serve the local generation service over HTTP',
    load: async () => (await import('./serve.ts')).serve,
  },
};
