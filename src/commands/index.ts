import type { Command } from '../command.ts';
import { build } from './build.ts';

interface Entry {
  readonly summary: string;
  /** A warm build loads no other command. */
  readonly load: () => Promise<Command>;
}

const loadOthers = () => import('./others.ts');

/** Every command, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'Add assetgen to a project, or start one',
    load: async () => (await loadOthers()).init,
  },
  add: {
    summary: 'Declare an asset in the manifest',
    load: async () => (await loadOthers()).add,
  },
  rename: {
    summary: 'Rename an asset; buys nothing',
    load: async () => (await loadOthers()).rename,
  },
  remove: {
    summary: 'Remove an asset from the manifest',
    load: async () => (await loadOthers()).remove,
  },
  list: {
    summary: 'List the assets with their state and files',
    load: async () => (await loadOthers()).list,
  },
  make: {
    summary: 'Make one file from a prompt, without a project',
    load: async () => (await loadOthers()).make,
  },
  plan: {
    summary: 'Show what a build would do and cost, and why',
    load: async () => (await import('./plan.ts')).plan,
  },
  build: {
    summary: 'Make every output exist',
    // Loaded with this file: a warm build opens one less.
    load: () => Promise.resolve(build),
  },
  check: {
    summary: 'Check that manifests, lock, types and outputs agree; no network',
    load: async () => (await loadOthers()).check,
  },
  review: {
    summary: 'Approve assets, reject them or ask for work',
    load: async () => (await loadOthers()).review,
  },
  reroll: {
    summary: 'Generate an asset again',
    load: async () => (await loadOthers()).reroll,
  },
  pick: {
    summary: 'Use another variant of an asset',
    load: async () => (await loadOthers()).pick,
  },
  undo: {
    summary: 'Take back the newest change',
    load: async () => (await loadOthers()).undo,
  },
  ui: {
    summary: 'Open the gallery: view assets, pick variants, reroll',
    load: async () => (await loadOthers()).ui,
  },
  report: {
    summary: 'Write a contact sheet of all assets or of changes',
    load: async () => (await import('./report.ts')).report,
  },
  types: {
    summary: 'Write the types of every import',
    load: async () => (await loadOthers()).types,
  },
  models: {
    summary: 'List the models of the service',
    load: async () => (await loadOthers()).models,
  },
  balance: {
    summary: 'Show how many points are left',
    load: async () => (await loadOthers()).balance,
  },
  status: {
    summary: 'Show the state and result of a job',
    load: async () => (await loadOthers()).status,
  },
  portrait: {
    summary: 'Ask whether an image shows a person',
    load: async () => (await loadOthers()).portrait,
  },
  verify: {
    summary: 'Rehash the cache',
    load: async () => (await loadOthers()).verify,
  },
  prune: {
    summary: 'Delete blobs that no project uses',
    load: async () => (await loadOthers()).prune,
  },
  push: {
    summary: "Upload this machine's results to the shared cache",
    load: async () => (await loadOthers()).push,
  },
  trust: {
    summary: 'Choose the hosts that may receive your key',
    load: async () => (await loadOthers()).trust,
  },
  keys: {
    summary: 'Make and show the keys of the shared cache',
    load: async () => (await loadOthers()).keys,
  },
  doctor: {
    summary: 'Diagnose this set-up',
    load: async () => (await loadOthers()).doctor,
  },
  'merge-locks': {
    summary: 'Merge the locks of shards into one',
    load: async () => (await loadOthers()).mergeLocks,
  },
  'merge-driver': {
    summary: 'Merge two sides of the lock; git runs it',
    load: async () => (await loadOthers()).mergeDriver,
  },
  completion: {
    summary: 'Print a script that completes commands in a shell',
    load: async () => (await loadOthers()).completion,
  },
  serve: {
    summary: 'Serve the local generation service over HTTP',
    load: async () => (await loadOthers()).serve,
  },
};
