import type { Fingerprint } from '../brands.ts';
import type { LockedJob, LockedOutput, LockedVariant } from '../lock/types.ts';
import { createFileAdapter } from './file-adapter.ts';

/** What is known of a recipe on this machine, whichever project bought it. */
export interface KnownRecipe {
  readonly jobs: readonly LockedJob[];
  readonly variants: readonly LockedVariant[];
}

/** Small JSON by fingerprint, through Keyv: which blobs a recipe or a step gave. */
export interface ResultIndex {
  recipe(fingerprint: Fingerprint): Promise<KnownRecipe | null>;
  setRecipe(fingerprint: Fingerprint, known: KnownRecipe): Promise<void>;
  output(fingerprint: Fingerprint): Promise<Omit<LockedOutput, 'fingerprint'> | null>;
  setOutput(fingerprint: Fingerprint, output: Omit<LockedOutput, 'fingerprint'>): Promise<void>;
}

/** Opens the index in a folder. Keyv loads with the first look-up: a warm build makes none. */
export function openResultIndex(dir: string): ResultIndex {
  const open = async () => {
    const { default: Keyv } = await import('keyv');
    // The values are JSON of our own; Keyv's namespace keeps recipes and outputs apart.
    return new Keyv<string>({ store: createFileAdapter(dir), namespace: 'assetgen' });
  };
  let opened: ReturnType<typeof open> | null = null;
  const keyv = (): ReturnType<typeof open> => (opened ??= open());

  async function get<T>(key: string): Promise<T | null> {
    const text = await (await keyv()).get(key);
    if (text === undefined) return null;
    try {
      return JSON.parse(text) as T;
    } catch {
      return null;
    }
  }
  async function set(key: string, value: unknown): Promise<void> {
    await (await keyv()).set(key, JSON.stringify(value));
  }
  return {
    recipe: (key) => get(`recipe:${key}`),
    setRecipe: (key, known) => set(`recipe:${key}`, known),
    output: (key) => get(`output:${key}`),
    setOutput: (key, output) => set(`output:${key}`, output),
  };
}
