import type { Fingerprint } from '../../brands.ts';
import type { LockedJob, LockedOutput, LockedVariant } from '../../lock/lock.ts';
import { isJob, isMade, isVariant } from '../../lock/parse-lock.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { createFileAdapter } from './file-adapter.ts';

/** What is known of a recipe on this machine, whichever project bought it. */
export interface KnownRecipe {
  readonly jobs: readonly LockedJob[];
  readonly variants: readonly LockedVariant[];
}

export type IsEnough = (known: KnownRecipe) => boolean;

export interface WantedRecipe {
  readonly fingerprint: Fingerprint;
  readonly isEnough: IsEnough;
}

/** An output without what it is known by. */
export type KnownOutput = Omit<LockedOutput, 'fingerprint'>;

/** Small JSON by fingerprint, through Keyv: which blobs a recipe or a step gave. */
export interface ResultIndex {
  /** Whether it asks farther places too. */
  readonly isShared: boolean;
  /** @param isEnough whether what is known here does; else farther places are asked too */
  recipe(fingerprint: Fingerprint, isEnough?: IsEnough): Promise<KnownRecipe | null>;
  /**
   * The same for many at once.
   * @param areHere what {@link haveRecipes} said of them
   */
  recipes(
    wanted: readonly WantedRecipe[],
    areHere: readonly boolean[],
  ): Promise<readonly (KnownRecipe | null)[]>;
  /** Whether {@link recipe} is worth asking: cheap, and loads nothing. */
  hasRecipe(fingerprint: Fingerprint): boolean;
  /** The same for many at once. */
  haveRecipes(fingerprints: readonly Fingerprint[]): readonly boolean[];
  setRecipe(fingerprint: Fingerprint, known: KnownRecipe): Promise<void>;
  output(fingerprint: Fingerprint): Promise<KnownOutput | null>;
  /** The same for many at once. */
  outputs(fingerprints: readonly Fingerprint[]): Promise<readonly (KnownOutput | null)[]>;
  setOutput(fingerprint: Fingerprint, output: KnownOutput): Promise<void>;
}

const NAMESPACE = 'assetgen';

/** Opens the index in a folder. Keyv loads with the first look-up: a warm build makes none. */
export function openResultIndex(dir: string, guard: PathGuard = ANYWHERE): ResultIndex {
  const adapter = createFileAdapter(dir, guard);
  const open = async () => {
    const { default: Keyv } = await import('keyv');
    // The values are JSON of our own; Keyv's namespace keeps recipes and outputs apart.
    return new Keyv<string>({ store: adapter, namespace: NAMESPACE });
  };
  let opened: ReturnType<typeof open> | null = null;
  const keyv = (): ReturnType<typeof open> => (opened ??= open());

  /** An unreadable or unexpected entry is a miss: any program may write to the folder. */
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
  const recipe = (key: Fingerprint): Promise<KnownRecipe | null> =>
    get(`recipe:${key}`, isKnownRecipe);
  const hasRecipe = (key: Fingerprint): boolean => adapter.stands(`${NAMESPACE}:recipe:${key}`);
  const output = (key: Fingerprint): Promise<KnownOutput | null> =>
    get(`output:${key}`, isKnownOutput);
  return {
    isShared: false,
    recipe,
    hasRecipe,
    haveRecipes: (keys) => adapter.standMany(keys, (key) => `${NAMESPACE}:recipe:${key}`),
    async recipes(wanted, areHere) {
      const found: (KnownRecipe | null)[] = [];
      for (const [at, { fingerprint }] of wanted.entries()) {
        found.push(areHere[at] === true ? await recipe(fingerprint) : null);
      }
      return found;
    },
    setRecipe: (key, known) => set(`recipe:${key}`, known),
    output,
    outputs: (keys) => Promise.all(keys.map(output)),
    setOutput: (key, output) => set(`output:${key}`, output),
  };
}

/** Whether a value is what {@link ResultIndex.output} gives. */
export const isKnownOutput: (value: unknown) => value is KnownOutput = isMade;

/** Whether a value is what {@link ResultIndex.recipe} gives. */
export function isKnownRecipe(value: unknown): value is KnownRecipe {
  if (typeof value !== 'object' || value === null) return false;
  const { jobs, variants } = value as Partial<Record<'jobs' | 'variants', unknown>>;
  return (
    Array.isArray(jobs) && jobs.every(isJob) && Array.isArray(variants) && variants.every(isVariant)
  );
}
