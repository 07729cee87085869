import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Environment } from '../config/resolve-config.ts';
import { nodeCrypto } from '../fs/node-crypto.ts';
import { OWN_FILE, readTextNow } from '../fs/read-text.ts';
import type { ProjectSettings } from '../project/project.ts';
import { settingsKey } from './settings-key.ts';
import { stampOf } from './stamp.ts';
import type { Stamp } from './stamp.ts';

/** Raise it when a record holds something else, or stands for something else. */
const FORM = 1;

/**
 * What decided a plan that asked nobody but this disk. While it holds, the same plan comes out, and need not be made
 * again: neither manifest nor lock is read, and what reads them is not loaded.
 */
export interface PlanRecord extends Omit<ToldPlan, 'text'> {
  /** Of the settings: environment, version, user. */
  readonly key: string;
  /** By absolute path; null for what must go on missing. */
  readonly stamps: Readonly<Record<string, Stamp | null>>;
  /** Of the text: a power failure may leave a part of it. */
  readonly digest: string;
  /** {@link listingOf} of the folders of journal and index, by absolute path. */
  readonly folders: Readonly<Record<string, string | null>>;
}

/** A plan, as the command printed it before. */
export interface ToldPlan {
  readonly settings: ProjectSettings;
  /** Entries of the lock that no manifest asks for any more. */
  readonly obsolete: readonly string[];
  /** JSON: its assets and its points. */
  readonly text: string;
}

/**
 * The plan that the project came to before, where all that decided it is as it was; else null.
 *
 * @param root absolute path of the project
 * @param env variables of the environment. @default process.env
 */
export function readToldPlan(root: string, env: Environment = process.env): ToldPlan | null {
  try {
    const all = readTextNow(planFileOf(root), OWN_FILE);
    const end = all.indexOf('\n');
    const record = JSON.parse(all.slice(0, end)) as PlanRecord;
    if (record.key !== planKey(root, env)) return null;
    const stamps = Object.entries(record.stamps);
    // It stands in the project, where anybody may have put it: nobody else knows a stamp of this disk.
    if (!stamps.some(([, stamp]) => stamp !== null)) return null;
    if (!stamps.every(([file, stamp]) => stampOf(file) === stamp)) return null;
    const folders = Object.entries(record.folders);
    if (!folders.every(([folder, listing]) => listingOf(folder) === listing)) return null;
    const { settings, obsolete } = record;
    const text = all.slice(end + 1);
    return digestOfText(text) === record.digest ? { settings, obsolete, text } : null;
  } catch {
    return null;
  }
}

/** @param text or its UTF-8 */
export function digestOfText(text: string | Uint8Array): string {
  return nodeCrypto().hash('sha256', text);
}

export const planFileOf = (root: string): string => path.join(root, '.assetgen', 'plan.json');

/** Of everything but files that decides a plan: the settings, and whose cache is looked into. */
export function planKey(root: string, env: Environment): string {
  const settings = settingsKey({ root, options: {}, command: 'build' }, env);
  const places = ['XDG_CACHE_HOME', 'LOCALAPPDATA', 'APPDATA'].map((name) => env[name] ?? null);
  return nodeCrypto().hash(
    'sha256',
    JSON.stringify([FORM, settings, homeOf(), process.getuid?.(), places]),
  );
}

/** A user of a container may have none. */
function homeOf(): string | null {
  try {
    return os.homedir();
  } catch {
    return null;
  }
}

/** So many names are listed sooner than a plan is made. */
const MOST_NAMES = 50_000;

/**
 * The digest of the names that stand in a folder of the journal or of the index: of journals, and of files in folders
 * named by two digits. A plan asks for nothing else there. null where there is no folder.
 *
 * @returns undefined where that cannot be told: a link, too many names, a folder that may not be read
 */
export function listingOf(folder: string): string | null | undefined {
  const names: string[] = [];
  const entries = entriesOf(folder);
  if (entries === null || entries === undefined) return entries;
  for (const entry of entries) {
    if (entry.isSymbolicLink()) return undefined;
    if (entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)) {
      const below = entriesOf(path.join(folder, entry.name));
      if (below === undefined || names.length > MOST_NAMES) return undefined;
      for (const each of below ?? []) names.push(`${entry.name}/${each.name}`);
    } else if (entry.name.endsWith('.jsonl')) names.push(entry.name);
  }
  if (names.length > MOST_NAMES) return undefined;
  return nodeCrypto().hash('sha256', names.sort().join('\n'));
}

function entriesOf(folder: string): Dirent[] | null | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : undefined;
  }
}
