import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createService } from '@assetgen/service';
import type { ListeningService, LocalService } from '@assetgen/service';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EnsureOptions, Spend } from '../run/ensure-options.ts';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

let service: LocalService;
let listening: ListeningService;
let root: string;
/** What the person was asked, in this order. */
let asked: Spend[];
beforeEach(async () => {
  service = createService({ light: true, jobSeconds: 0.01, key: 'a-key' });
  listening = await service.listen();
  root = mkdtempSync(path.join(tmpdir(), 'confirm-'));
  asked = [];
});
afterEach(async () => {
  await listening.close();
  await service.close();
});

const declare = (...prompts: string[]): void => {
  const outputs = [{ format: 'webp', width: 16 }];
  const entries = prompts.map((prompt, at) => [`a${at}`, { kind: 'image', prompt, outputs }]);
  const assets = Object.fromEntries(entries);
  writeFileSync(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
};

async function use<T>(
  work: (project: ProjectTools) => Promise<T>,
  url = listening.url,
): Promise<T> {
  const env = {
    ASSETGEN_API_URL: url,
    ASSETGEN_API_KEY: 'a-key',
    ASSETGEN_CACHE_DIR: path.join(root, 'cache'),
    NO_PROXY: '127.0.0.1',
  };
  const project = openProjectTools({ root, command: 'build' }, env);
  return work(project).finally(() => project.close());
}

/** Builds with a person who answers so. */
const build = (answer: boolean, more: EnsureOptions = {}) =>
  use((project) =>
    project.ensure({
      ...more,
      confirm: async (spend) => {
        asked.push(spend);
        return answer;
      },
    }),
  );

it('asks where the price is unknown, buys nothing at a no, and asks nothing of what is paid', async () => {
  declare('a hill', 'a lake');
  await expect(build(false)).rejects.toMatchObject({ code: 'ASSETGEN_DECLINED' });
  expect(asked).toEqual([{ assets: ['a0', 'a1'], points: { min: 0, max: null }, planned: null }]);
  const { report } = await build(true);
  expect(report).toMatchObject({ ok: true, generated: 2 });
  expect(asked).toHaveLength(2);
  // Nothing to buy, and what was bought is made again from the cache.
  expect((await build(false)).report.ok).toBe(true);
  expect(asked).toHaveLength(2);
  expect(readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8')).toContain('"points"');
});

it('asks for more than the last plan showed, and not for as much or less', async () => {
  declare('a hill');
  await build(true);
  declare('a hill', 'a lake', 'a moor');
  const price = (await use((project) => project.plan())).points.max ?? 0;
  expect(price).toBeGreaterThan(0);
  asked = [];
  // A known price that nobody has seen.
  await expect(build(false)).rejects.toMatchObject({ code: 'ASSETGEN_DECLINED' });
  expect(asked).toMatchObject([{ points: { min: price, max: price }, planned: null }]);
  await use((project) => project.planShown(price / 2));
  await expect(build(false)).rejects.toMatchObject({ code: 'ASSETGEN_DECLINED' });
  expect(asked[1]).toMatchObject({ planned: price / 2 });
  await use((project) => project.planShown(price));
  expect((await build(false)).report).toMatchObject({ ok: true, generated: 2 });
  expect(asked).toHaveLength(2);
});

it('a price of one service says nothing of another, and a yes counts as shown', async () => {
  declare('a hill');
  await build(true);
  declare('a hill', 'a lake');
  const price = (await use((project) => project.plan())).points.max ?? 0;
  await use((project) => project.planShown(price), 'http://127.0.0.1:9');
  asked = [];
  await build(true);
  expect(asked).toMatchObject([{ planned: null }]);
  declare('a hill', 'a pond');
  await build(false);
  expect(asked).toHaveLength(1);
});

it('asks nobody without `confirm`, and nothing of a part that costs nothing', async () => {
  declare('a hill', 'a lake');
  await use((project) => project.ensure({ only: ['a0'] }));
  await build(false, { only: ['a0'] });
  expect(asked).toEqual([]);
});
