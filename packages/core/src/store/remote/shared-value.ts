import { isKnownOutput, isKnownRecipe } from '../index/result-index.ts';
import type { Shared } from './upload.ts';

/** Tells results apart. */
export function nameOf({ name }: NonNullable<Shared['entry']>): string {
  return `${name.kind} ${name.fingerprint}`;
}

/** Whether the value of an entry is no less than another one of its name; the order of their keys says nothing. */
export function saysAsMuch(there: string, value: string): boolean {
  if (there === value) return true;
  try {
    const [old, mine]: unknown[] = [JSON.parse(there), JSON.parse(value)];
    if (isKnownRecipe(old) && isKnownRecipe(mine))
      return old.variants.length >= mine.variants.length;
    return isKnownOutput(old) && isKnownOutput(mine) && old.digest === mine.digest;
  } catch {
    return false;
  }
}
