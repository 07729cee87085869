import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Fingerprint } from '../../brands.ts';
import { isAllowed, linkGuard } from '../../fs/link-guard.ts';
import { OWN_FILE, SMALL_FILE, readText } from '../../fs/read-text.ts';
import { writeAtomic } from '../../fs/write-atomic.ts';
import type { LockedAsset, LockedJob, LockedVariant } from '../../lock/lock.ts';
import { isJob, isVariant } from '../../lock/parse-lock.ts';
import { entriesOf } from '../../manifest/edit/edit-asset.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { promptOf } from '../../manifest/prompt-of.ts';
import type { Change } from '../edit/change-record.ts';

/** What was bought for an asset, and for which words. */
export interface Purchase {
  readonly asset: string;
  /** ISO 8601. */
  readonly at: string;
  readonly recipe: Fingerprint;
  readonly revision: number;
  readonly prompt: string | null;
  /** The asset as the manifest had it; null where that is a module. */
  readonly entry: object | null;
  readonly jobs: readonly LockedJob[];
  readonly variants: readonly LockedVariant[];
}

/** The record's place below the project's root. */
export const PURCHASES_NAME = '.assetgen/purchases.ndjson';
/** Most bytes of the record; then the older half of it goes. */
const MOST_BYTES = 8_388_608;
/** Lines written at once: ten thousand as one text are many megabytes. */
const LINES_AT_ONCE = 256;

/**
 * Writes down what a run bought and for which words, for the history of an asset: the lock keeps one
 * purchase an asset and no words. Lock and cache know the same: where it cannot be written, nothing
 * fails for that.
 *
 * @param before what the lock had before the run
 * @param after what it has now
 * @param now Unit: milliseconds since 1970
 */
export async function rememberPurchases(
  root: string,
  assets: readonly Asset[],
  before: (name: string) => LockedAsset | undefined,
  after: (name: string) => LockedAsset | undefined,
  now: number,
): Promise<void> {
  const bought = assets.flatMap((asset): (readonly [Asset, LockedAsset])[] => {
    const [old, entry] = [before(asset.name), after(asset.name)];
    if (entry === undefined || entry.jobs.length === 0) return [];
    const isSame = old?.recipe === entry.recipe && old.jobs.length === entry.jobs.length;
    return isSame ? [] : [[asset, entry]];
  });
  if (bought.length === 0) return;
  const file = path.join(root, PURCHASES_NAME);
  if (!isAllowed(linkGuard(root), file)) return;
  await shorten(root, file).catch(() => undefined);
  // Behind a line that a crash tore a new one begins.
  const lines = ['\n'];
  const write = (): Promise<void> =>
    appendFile(file, lines.splice(0).join('')).catch(() => undefined);
  const texts = new Map<string, ReadonlyMap<string, unknown>>();
  const at = new Date(now).toISOString();
  for (const [asset, { recipe, jobs, variants }] of bought) {
    const manifest = asset.position.file;
    const entries = texts.get(manifest) ?? (await readEntries(root, manifest));
    texts.set(manifest, entries);
    const { name, revision } = asset;
    const entry = (entries.get(name) ?? null) as object | null;
    const prompt = promptOf(asset);
    const line: Purchase = { asset: name, at, recipe, revision, prompt, entry, jobs, variants };
    lines.push(`${JSON.stringify(line)}\n`);
    if (lines.length >= LINES_AT_ONCE) await write();
  }
  await write();
}

/** Keeps the newer half of a record that grew large: one that is too large to be read is no record. */
async function shorten(root: string, file: string): Promise<void> {
  if ((await stat(file)).size <= MOST_BYTES) return;
  const lines = (await readText(file, OWN_FILE)).split('\n');
  const newer = lines.slice(Math.floor(lines.length / 2)).join('\n');
  await writeAtomic(file, newer, linkGuard(root));
}

async function readEntries(root: string, file: string): Promise<ReadonlyMap<string, unknown>> {
  if (!/\.jsonc?$/.test(file)) return new Map();
  const text = await readText(path.resolve(root, file), SMALL_FILE).catch(() => '');
  return entriesOf(text);
}

/**
 * What was bought for each asset, the newest first and each recipe once. An unreadable record counts as none.
 * @param changes oldest first: what was bought before a rename belongs to the name of today. @default none
 */
export async function readPurchases(
  root: string,
  changes: readonly Change[] = [],
): Promise<ReadonlyMap<string, readonly Purchase[]>> {
  const text = await readText(path.join(root, PURCHASES_NAME), OWN_FILE).catch(() => '');
  const known = new Map<string, Map<string, Purchase>>();
  for (const line of text.split('\n')) {
    const purchase = parsePurchase(line);
    if (purchase === null) continue;
    const { recipe } = purchase;
    const asset = nameNow(purchase, changes);
    const recipes = known.get(asset) ?? new Map<string, Purchase>();
    known.set(asset, recipes);
    const first = recipes.get(recipe);
    // Made again from what was bought: it was bought when it was first written down.
    recipes.set(recipe, { ...purchase, asset, at: first?.at ?? purchase.at });
  }
  return new Map([...known].map(([name, recipes]) => [name, [...recipes.values()].reverse()]));
}

/** The name that an asset has today. */
function nameNow({ asset, at }: Purchase, changes: readonly Change[]): string {
  return changes
    .filter((change) => change.at > at)
    .flatMap(({ moves = [] }) => moves)
    .reduce((name, { from, to }) => (name === from ? to : name), asset);
}

function parsePurchase(line: string): Purchase | null {
  if (line.trim() === '') return null;
  try {
    const value = JSON.parse(line) as Partial<Record<keyof Purchase, unknown>> | null;
    if (typeof value !== 'object' || value === null) return null;
    const { asset, at, recipe, revision, prompt, entry, jobs, variants } = value;
    const isPurchase =
      [asset, at, recipe].every((each) => typeof each === 'string') &&
      Number.isSafeInteger(revision) &&
      (prompt === null || typeof prompt === 'string') &&
      typeof entry === 'object' &&
      Array.isArray(jobs) &&
      jobs.every(isJob) &&
      Array.isArray(variants) &&
      variants.every(isVariant);
    return isPurchase ? (value as Purchase) : null;
  } catch {
    return null;
  }
}
