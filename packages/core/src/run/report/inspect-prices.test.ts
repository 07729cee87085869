import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openProjectTools } from '../../project/open-project-tools.ts';
import { serialiseLock } from '../../lock/serialise-lock.ts';
import { record } from '../../lock/lock.ts';
import { lockedOf } from '../../testing/locks.ts';
import { assetOf } from '../../testing/manifests.ts';

const image = (prompt: string, more: object = {}) => ({ kind: 'image', prompt, ...more });
const references = [{ asset: 'base' }];
const ASSETS = {
  base: image('a base'),
  first: image('one', { references }),
  second: image('two', { references, variants: 2 }),
  twin: image('the same'),
  'twin-2': image('the same'),
  file: { kind: 'image', source: './a.png' },
};

/** Prices of a project whose lock says that `service` took 20 points for a picture. */
async function inspect(service: 'local' | 'remote', url: string | null) {
  const root = mkdtempSync(path.join(tmpdir(), 'prices-'));
  writeFileSync(path.join(root, 'a.png'), 'x');
  writeFileSync(path.join(root, 'assets.gen.json'), JSON.stringify({ assets: ASSETS }));
  const entry = lockedOf(assetOf(image('gone')));
  const jobs = entry.jobs.map((job) => ({ ...job, service }));
  const lock = serialiseLock({ assets: record([['gone', { ...entry, jobs }]]) });
  writeFileSync(path.join(root, 'assets.gen.lock.json'), lock);
  const options = {
    cache: { dir: '.cache' },
    ...(url === null ? { service: 'local' as const } : {}),
  };
  const env = url === null ? {} : { ASSETGEN_API_URL: url, ASSETGEN_API_KEY: 'key' };
  const project = openProjectTools({ root, command: 'build', options }, env);
  const inspection = await project.inspect();
  await project.close();
  return inspection;
}
const PAID = 'http://127.0.0.1:9';

it('asking again for many counts what several take in once, and one purchase a recipe', async () => {
  const { rerolls, prices } = await inspect('remote', PAID);
  const points = (each: number) => ({ min: each, max: each });
  expect(prices('first').reroll).toEqual(points(40));
  expect(prices('second').reroll).toEqual(points(60));
  expect(rerolls(['first', 'second'])).toEqual({ price: points(80), count: 2 });
  expect(rerolls(['base', 'first', 'second'])).toEqual({ price: points(80), count: 3 });
  expect(rerolls(['twin', 'twin-2'])).toEqual({ price: points(20), count: 2 });
  expect(rerolls(['file'])).toEqual({ price: points(0), count: 0 });
});

it('what is asked for has one hash, by words and inputs, and not by what is there or costs', async () => {
  const { asks } = await inspect('remote', PAID);
  const others = await inspect('local', null);
  expect(others.asks()).toBe(asks());
  expect(others.asks(['first'])).toBe(asks(['first', 'base']));
  const hashes = [asks(), ...['base', 'first', 'second', 'twin'].map((name) => asks([name]))];
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('what the embedded service took is no price of another, which nobody knows then', async () => {
  const { price, prices } = await inspect('local', PAID);
  expect(price(['base']).max).toBeNull();
  expect(prices('base').reroll!.max).toBeNull();
  const free = await inspect('remote', null);
  expect(free.price()).toEqual({ min: 0, max: 0 });
  expect(free.rerolls(['base', 'first'])).toEqual({ price: { min: 0, max: 0 }, count: 2 });
});
