import type { Fingerprint } from '../brands.ts';
import type { LockedJob, LockedOutput, LockedVariant } from '../lock/types.ts';
import { isJob, isMade, isVariant } from '../lock/parse.ts';
import { createFileAdapter } from './file-adapter.ts';

/** What is known of a recipe on this machine, whichever project bought it. */
export interface KnownRecipe {
  readonly jobs: readonly LockedJob[];
  readonly variants: readonly LockedVariant[];
}

/** Small JSON by fingerprint, through Keyv: which blobs a recipe or a step gave. */
export interface ResultIndex {
  recipe(fingerprint: Fingerprint): Promise<KnownRecipe | null>;
  /** Whether {@link recipe} is worth asking: cheap, and loads nothing. */
  hasRecipe(fingerprint: Fingerprint): boolean;
  setRecipe(fingerprint: Fingerprint, known: KnownRecipe): Promise<void>;
  output(fingerprint: Fingerprint): Promise<Omit<LockedOutput, 'fingerprint'> | null>;
  setOutput(fingerprint: Fingerprint, output: Omit<LockedOutput, 'fingerprint'>): Promise<void>;
}

const NAMESPACE = 'assetgen';

/** Opens the index in a folder. Keyv loads with the first look-up: a warm build makes none. */
export function openResultIndex(dir: string): ResultIndex {
  const adapter = createFileAdapter(dir);
  const open = async () => {
    const { default: Keyv } = await import('keyv');
    // The values are JSON of our own; Keyv's namespace keeps recipes and outputs apart.
    return new Keyv<string>({ store: adapter, namespace: NAMESPACE });
  };
  let opened: ReturnType<typeof open> | null = null;
  const keyv = (): ReturnType<typeof open> => (opened ??= open());

  /** What cannot be read, or is not what it should be, is a miss: the folder is anybody's. */
  async function get<T>(key: string, is: (value: unknown) => value is T): Promise<T | null> {
    try {
      const value: unknown = JSON.parse((await (await keyv()).get(key)) ?? 'null');
      return is(value) ? value : null;
    } catch {
      return null;
    }
  }
  async function set(key: string, value: unknown): Promise<void> {
    await (await keyv()).set(key, JSON.stringify(value));
  }
  return {
    recipe: (key) => get(`recipe:${key}`, isKnownRecipe),
    hasRecipe: (key) => adapter.stands(`${NAMESPACE}:recipe:${key}`),
    setRecipe: (key, known) => set(`recipe:${key}`, known),
    output: (key) => get(`output:${key}`, isMade),
    setOutput: (key, output) => set(`output:${key}`, output),
  };
}

function isKnownRecipe(value: unknown): value is KnownRecipe {
  if (typeof value !== 'object' || value === null) return false;
  const { jobs, variants } = value as Partial<Record<'jobs' | 'variants', unknown>>;
  return (
    Array.isArray(jobs) && jobs.every(isJob) && Array.isArray(variants) && variants.every(isVariant)
  );
}
