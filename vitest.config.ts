import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

// Some machines name certificates that every process of Node then reads as it starts: all that a system trusts are
// 30 ms of a core, three quarters of a start. No test talks to anybody but this machine, and they start 700 of them.
delete process.env['NODE_EXTRA_CA_CERTS'];

const CORES = Math.max(2, availableParallelism());
const PACKAGES = new URL('./packages/', import.meta.url);

/** The public entries of our packages, each with the source of its types: tests of sources need no build. */
function sourceAliases(): { find: RegExp; replacement: string }[] {
  return readdirSync(PACKAGES).flatMap((folder) => {
    const at = new URL(`${folder}/`, PACKAGES);
    const { name, exports } = JSON.parse(
      readFileSync(new URL('package.json', at), 'utf8'),
    ) as Manifest;
    return Object.entries(exports ?? {}).flatMap(([entry, target]) => {
      if (typeof target === 'string' || target.types === undefined) return [];
      const source = target.types.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts');
      const find = new RegExp(`^${name}${entry.slice(1)}$`);
      return [{ find, replacement: fileURLToPath(new URL(source, at)) }];
    });
  });
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
}

/**
 * What draws: pictures, films, models with their textures, thumbnails. Minutes of computing, so it is
 * a tier of its own: the packages that do nothing else, and files named for it.
 */
const RENDER = [
  'packages/{render,generators}/src/**/*.test.ts',
  '{src,packages/*/src}/**/*.render.test.ts',
];

/**
 * End-to-end tests that hold something to a time: they run when all others have ended, one on a core.
 * A test belongs here only where the time is what it is about.
 */
const TIMED = ['test/gallery/many.test.ts', 'test/remote/shared-cache.test.ts'];

/**
 * The tests of each tier that take longest, the longest first. A clean clone has no times of an earlier
 * run, and a long file that begins last keeps one core waiting for the other.
 */
const LONGEST = [
  'generators/src/model/make-model',
  'core/src/project/use-revision.render',
  'test/deviations/results',
  'test/deviations/refusals',
  'test/deviations/creates',
  'core/src/project/hostile-links.builds',
  'core/src/jobs/poll/polling',
  'client/src/pace/rate-table',
  'bundlers/contract',
  'frameworks/frameworks',
  'model/code',
  'leases/one-buyer-s3',
  'leases/one-buyer-redis',
  'faults/undo-kill',
  'example/pages',
  'docs/shell',
  'story/team',
  'gallery/page',
  'leases/away',
  'remote/two-machines',
  'pipeline/bad-input',
  'packages/install',
  'remote/faults',
  'example/example',
  'faults/machines',
  'faults/kill',
  'faults/heartbeat',
  'pipeline/main-job',
  'leases/one-buyer-postgres',
  'faults/disk-full',
  'story/commands',
].map((file) => `/${file}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return found === -1 ? LONGEST.length : found;
    };
    return others.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Of the packed packages: before any test runs, they are packed. */
const PACKED = ['test/packages/**/*.test.ts'];

/**
 * Whole builds in the process of the test: by bundlers and compilers, and hundreds against a service that deviates, by
 * a clock that does not wait. They read the sources, as unit tests do, and take longer than all of those.
 */
const BUILDS = ['test/deviations/**/*.test.ts', '{src,packages/*/src}/**/*.builds.test.ts'];

/**
 * How much code an end-to-end test's process runs through before V8 compiles it with all its might: six times as much as
 * by default. Most live for a minute and do each thing a few times, so that compiling took a tenth of their processor
 * time. V8 later than that of Node 20 has no such option. Unit: bytes of bytecode.
 */
const SHORT_LIVED = process.version.startsWith('v20.') ? ['--interrupt-budget=800000'] : [];

/** What is so of all end-to-end tests. */
const END_TO_END = {
  globalSetup: ['test/support/temp-root.ts'],
  execArgv: SHORT_LIVED,
  setupFiles: ['test/support/set-up-workers.mjs'],
  // A browser, a process that runs commands and one that makes outputs go on from file to file.
  isolate: false,
  // What is built is loaded as it is.
  server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
  // They mostly wait: for a poll, a lock that lapses, a service that is away.
  maxWorkers: Math.min(3 * CORES, 16),
  sequence: { groupOrder: 1 },
  // Each has a part of a small machine, which others may share: a build of 14 s has taken 4 min.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 180_000 } },
  // A machine that others share may stop for seconds. The summary names each second try.
  retry: process.env.CI === undefined ? 0 : 1,
};

/** Unit tests read the sources, so that they need no build; end-to-end tests run what is built. */
const FROM_SOURCES = { alias: sourceAliases() };

export default defineConfig({
  test: {
    // A machine that others share may take ten times as long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        resolve: FROM_SOURCES,
        test: {
          name: 'unit',
          // A third of their time went into loading the same modules for each file. So no test mocks a module: a port
          // takes what it is given, and what a test changes of the process it puts back.
          isolate: false,
          include: ['{src,packages/*/src}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...RENDER, ...BUILDS],
          globalSetup: ['test/support/memory-root.ts'],
          // By itself vitest leaves one core free: of two, half. Some files wait, for a watcher or a time.
          maxWorkers: CORES + 1,
        },
      },
      {
        extends: true,
        resolve: FROM_SOURCES,
        test: {
          name: 'builds',
          include: BUILDS,
          // As unit tests: a bundler is loaded once in a worker.
          isolate: false,
          globalSetup: ['test/support/memory-root.ts'],
          // Half of the time they wait for a socket.
          maxWorkers: 2 * CORES,
          retry: END_TO_END.retry,
        },
      },
      {
        extends: true,
        resolve: FROM_SOURCES,
        test: {
          name: 'render',
          // As unit tests: an image library and one for models are loaded once in a worker.
          isolate: false,
          include: RENDER,
          globalSetup: ['test/support/memory-root.ts'],
          maxWorkers: CORES,
        },
      },
      {
        extends: true,
        test: {
          ...END_TO_END,
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...TIMED, ...PACKED, ...BUILDS],
        },
      },
      {
        extends: true,
        test: {
          ...END_TO_END,
          name: 'e2e-packages',
          include: PACKED,
          globalSetup: [...END_TO_END.globalSetup, 'test/packages/set-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...END_TO_END,
          name: 'e2e-timed',
          include: TIMED,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
