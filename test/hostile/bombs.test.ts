import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cleanEnv } from '../support/env.ts';
import { GLBS_TOO, GLB_BOMBS, largeGlb } from './glb.mjs';
import { IMAGES_TOO, IMAGE_BOMBS } from './images.mjs';
import { FILM_BOMBS } from './mp4.mjs';
import { png } from './png.mjs';

// Files that a hostile service, or a hostile repository, gives: each is refused, with the number and
// the limit, before it takes time or memory. CPU is what is measured, as other tests run beside.

const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));
/** What a bomb may take, the libraries' own start included. */
const [CPU_MS, MOST_MB] = [2_000, 500];

type Corpus = Readonly<Record<string, () => Uint8Array>>;
interface Outcome {
  readonly made: number;
  readonly code?: string;
  readonly message?: string;
  readonly cpuMs: number;
  readonly mostMb: number;
}

const MODEL = [
  {
    type: 'model',
    options: { compress: 'meshopt', simplify: 0.5, textures: { format: 'webp', maxSize: 512 } },
  },
  { type: 'thumbnail', format: 'webp', options: { width: 128 } },
];
const IMAGE = [
  { type: 'image', format: 'webp', options: { width: 256 } },
  { type: 'image', format: 'png', options: { width: 64 } },
];
const FILM = [{ type: 'video' }];

/** All in one process, which takes the most memory of any. */
async function probe(files: Corpus, steps: readonly object[]): Promise<Map<string, Outcome>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assetgen-bombs-'));
  const tasks = await Promise.all(
    Object.entries(files).map(async ([name, make], index) => {
      const file = path.join(folder, `${index}.bin`);
      await writeFile(file, make());
      return { name, file, steps };
    }),
  );
  // The allocator is that of a worker.
  const env = { ...cleanEnv(), MALLOC_ARENA_MAX: '2' };
  const child = spawn(process.execPath, [PROBE], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(JSON.stringify(tasks));
  const lines = (await text(child.stdout)).trim().split('\n');
  return new Map(
    tasks.map(({ name }, index) => [name, JSON.parse(lines[index] ?? '{}') as Outcome]),
  );
}

function expectCheap(outcomes: ReadonlyMap<string, Outcome>): void {
  for (const [name, { cpuMs, mostMb }] of outcomes) {
    expect.soft(cpuMs, `${name}: milliseconds of CPU`).toBeLessThan(CPU_MS);
    expect.soft(mostMb, `${name}: megabytes`).toBeLessThan(MOST_MB);
  }
}

describe.each<[string, Corpus, readonly object[], Corpus]>([
  ['models', GLB_BOMBS, MODEL, GLBS_TOO],
  ['images', IMAGE_BOMBS, IMAGE, IMAGES_TOO],
  ['films', FILM_BOMBS, FILM, {}],
])('%s', (_name, bombs, steps, others) => {
  test('each bomb is refused at once, and what looks like one is not', async () => {
    const refused = await probe(bombs, steps);
    expect(refused.size).toBe(Object.keys(bombs).length);
    for (const [name, outcome] of refused) {
      expect.soft(outcome, name).toMatchObject({ made: 0, code: 'ASSETGEN_CONTENT' });
    }
    expectCheap(refused);
    const taken = await probe(others, steps);
    for (const [name, outcome] of taken) expect.soft(outcome.made, name).toBe(steps.length);
    expectCheap(taken);
  });
});

describe('what is large and real is made', () => {
  test('a model of 500,000 triangles, one with a texture of 8,192 × 8,192, one of 100 MB', async () => {
    const texture = png({ width: 8_192, height: 8_192, colour: 2, pattern: true });
    const models = {
      triangles: () => largeGlb({ triangles: 500_000 }),
      texture: () => largeGlb({ triangles: 2_000, image: texture }),
    };
    for (const [name, outcome] of await probe(models, MODEL)) {
      expect.soft(outcome, name).toMatchObject({ made: 2 });
    }
    const plain = [{ type: 'model', options: {} }];
    const large = await probe({ large: () => largeGlb({ triangles: 4_600_000 }) }, plain);
    expect(large.get('large')).toMatchObject({ made: 1 });
  });

  test('a picture of 8,192 × 8,192', async () => {
    const picture = () => png({ width: 8_192, height: 8_192, colour: 2, pattern: true });
    expect((await probe({ picture }, IMAGE)).get('picture')).toMatchObject({ made: 2 });
  });
});
