/** What V8 lets the heap grow by before it looks for garbage. Unit: percent of what is in use. @default up to 300 */
const GROWTH = 15;
/** How much of a function runs before V8 optimises it. Unit: bytes of its code that were run. @default about 66,000 */
const RUN_BEFORE = 1_000_000;
/** V8 has that flag up to version 11, of Node 20. It prints an error for what it does not know, and throws nothing. */
const HAS_BUDGET = Number.parseInt(process.versions.v8, 10) < 12;

type Wish =
  | 'growth'
  | 'exposeGc'
  | 'hideGc'
  | 'holdNewSpace'
  | 'freeNewSpace'
  | 'size'
  | 'optimiseLater';

/** What is asked of V8, by this version of it. */
export const V8_FLAGS: Readonly<Record<Wish, readonly string[]>> = {
  growth: [`--heap-growing-percent=${GROWTH}`],
  exposeGc: ['--expose-gc'],
  hideGc: ['--no-expose-gc'],
  holdNewSpace: ['--semi-space-growth-factor=1'],
  freeNewSpace: ['--semi-space-growth-factor=2'],
  size: ['--optimize-for-size'],
  optimiseLater: HAS_BUDGET ? [`--interrupt-budget=${RUN_BEFORE}`] : [],
};

function set(flags: readonly string[]): void {
  try {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    for (const flag of flags) setFlagsFromString(flag);
  } catch {
    // Another engine, as Bun's, has no such flags.
  }
}

/**
 * Keeps the heap near what is in use. Thousands of jobs keep less than 100 MB between them, and each waits so long that
 * what it leaves is old by then: V8 would let such garbage grow to four times as much. To look for it more often takes no
 * measurable time here. For a process of our own only: it holds for all that runs in it.
 */
export function holdHeap(): void {
  set(V8_FLAGS.growth);
  // The growth counts from the last look, and V8 takes its first one late.
  set(V8_FLAGS.exposeGc);
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined;
  collect?.();
  set(V8_FLAGS.hideGc);
}

/**
 * Keeps the space for new objects at its first size of 1 MB, where V8 lets it grow to 16 MB, twice. Nearly all that a
 * plan makes it keeps to its end, so that room for garbage is of no use: of 10,000 assets, a plan takes 93 MB instead
 * of 114, and with a lock 123 MB instead of 162, in the same time (1.03 and 0.97 of it). For a process of our own only.
 */
export function holdNewSpace(): void {
  set(V8_FLAGS.holdNewSpace);
}

/**
 * Has V8 choose less memory where it could have more speed: a build of 10,000 jobs takes about 200 MB instead of 235, and
 * about a twelfth more of the processor's time, in the same time all told, as it waits for the service. For a process
 * of our own only.
 */
export function preferSize(): void {
  set(V8_FLAGS.size);
}

/**
 * Has V8 optimise a function later. A build that buys runs much code a few hundred times each and waits for the rest:
 * most of what V8 optimises meanwhile, on the core that makes the outputs, is run too seldom afterwards. For a process
 * of our own only, and not where it draws what the embedded service makes.
 */
export function optimiseLater(): void {
  set(V8_FLAGS.optimiseLater);
}

/** Ends {@link holdNewSpace}. */
export function freeNewSpace(): void {
  set(V8_FLAGS.freeNewSpace);
}
