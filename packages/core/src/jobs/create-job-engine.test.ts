import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tinyGlb } from './testing/fake-service.ts';
import { KEY, PROMPT, modelRequest as request, workbench } from './testing/workbench.ts';
import type { Workbench } from './testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await workbench({ jobMs: () => 60_000 });
});
afterEach(() => bench.close());

describe('obtain', () => {
  it('submits, waits, downloads into the store', async () => {
    const outcome = await bench.clock.run(bench.engine().obtain(request()));
    expect(outcome).toMatchObject({ points: 20, submitted: true, variants: [{ status: 'done' }] });
    expect(bench.creates()).toBe(1);
    const [blob] = await readdir(join(bench.folder, 'blobs'));
    const uuid = outcome.variants[0]?.uuid ?? '';
    expect(new Uint8Array(await readFile(join(bench.folder, 'blobs', blob ?? '')))).toEqual(
      new Uint8Array(tinyGlb(uuid)),
    );
  });

  it('resumes from the journal, and pays nothing again', async () => {
    await bench.clock.run(bench.engine().obtain(request()));
    const again = await bench.clock.run(bench.engine().obtain(request()));
    expect(again.submitted).toBe(false);
    expect(bench.creates()).toBe(1);
    expect(bench.events.some((event) => event.type === 'resumed')).toBe(true);
  });

  it('writes neither key nor prompt nor URL into the journal', async () => {
    await bench.clock.run(bench.engine().obtain(request()));
    for (const dir of ['journal', 'locks']) {
      for (const name of await readdir(join(bench.folder, dir))) {
        const text = await readFile(join(bench.folder, dir, name), 'utf8');
        expect(text).not.toContain(KEY);
        expect(text).not.toContain(PROMPT);
        expect(text).not.toMatch(/https?:/);
      }
    }
  });

  it('joins two calls for one recipe', async () => {
    const engine = bench.engine();
    const both = Promise.all([engine.obtain(request()), engine.obtain(request())]);
    await bench.clock.run(both);
    expect(bench.creates()).toBe(1);
  });

  it('buys each ordinal once', async () => {
    const engine = bench.engine();
    await bench.clock.run(engine.obtain(request()));
    await bench.clock.run(engine.obtain(request({ ordinal: 1 })));
    expect(bench.creates()).toBe(2);
  });
});
