import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CHANGES_NAME, readChanges } from '../edit/change-log.ts';
import type { Purchase } from './purchase-log.ts';
import { PURCHASES_NAME, readPurchases } from './purchase-log.ts';

/** Purchases by the names that assets have today. */
export type Purchases = ReadonlyMap<string, readonly Purchase[]>;

/**
 * Reads the record of purchases, and again only once it, or the log of changes that renames stand in, is another:
 * a report asks for the purchases of thousands of assets, one after the other.
 */
export function openPurchases(root: string): () => Promise<Purchases> {
  let known: { readonly stamp: string; readonly purchases: Promise<Purchases> } | null = null;

  async function stampOf(name: string): Promise<string> {
    const found = await stat(path.join(root, name)).catch(() => null);
    return found === null ? '' : `${found.ino}-${found.size}-${found.mtimeMs}`;
  }

  async function read(): Promise<Purchases> {
    return readPurchases(root, await readChanges(root));
  }

  return async function knownPurchases() {
    const stamp = (await Promise.all([PURCHASES_NAME, CHANGES_NAME].map(stampOf))).join(' ');
    if (known?.stamp !== stamp) known = { stamp, purchases: read() };
    return known.purchases;
  };
}
