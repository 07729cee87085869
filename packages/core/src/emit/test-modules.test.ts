import { expect, it } from 'vitest';
import { EMPTY_LOCK } from '../lock/lock.ts';
import type { Lock } from '../lock/lock.ts';
import { manifestOf } from '../testing/manifests.ts';
import { testModules } from './test-modules.ts';

const MANIFEST = manifestOf({
  'assets.gen.json': JSON.stringify({
    assets: {
      'props/dragon': { kind: 'model', prompt: 'x' },
      hero: {
        kind: 'image',
        prompt: 'x',
        outputs: [
          { format: 'webp', width: 320 },
          { format: 'webp', width: 640 },
        ],
      },
      trailer: { kind: 'video', prompt: 'x', outputs: ['mp4', { format: 'webp', poster: 1 }] },
    },
  }),
});

function valuesOf(lock: Lock): Record<string, unknown> {
  const all = testModules(MANIFEST, lock, '@gen');
  // eslint-disable-next-line no-new-func -- the code is what a test would load
  return Object.fromEntries(
    all.map(({ name, value }) => [name, new Function(`return ${value}`)()]),
  );
}

it('gives objects and URLs of all that the manifest declares, with nothing made', () => {
  const values = valuesOf(EMPTY_LOCK);
  expect(Object.keys(values).sort()).toEqual([
    'hero',
    'hero.320w.webp',
    'hero.640w.webp',
    'props/dragon',
    'props/dragon.glb',
    'trailer',
    'trailer.mp4',
    'trailer.poster.webp',
  ]);
  expect(values['hero.640w.webp']).toBe('/@gen/hero.640w.webp');
  expect(values['hero']).toMatchObject({
    kind: 'image',
    url: '/@gen/hero.320w.webp',
    width: 320,
    placeholder: '',
    files: [{ url: '/@gen/hero.320w.webp', draft: false }, { url: '/@gen/hero.640w.webp' }],
  });
  expect(values['props/dragon']).toMatchObject({
    kind: 'model',
    url: '/@gen/props/dragon.glb',
    triangles: 0,
    animations: [],
    bounds: { min: [0, 0, 0], max: [1, 1, 1] },
  });
  expect(values['trailer']).toMatchObject({ duration: 0, poster: '/@gen/trailer.poster.webp' });
});

it('has the facts of the lock, and the same URLs', () => {
  const meta = { width: 320, height: 180, placeholder: 'data:x', color: '#112233' };
  const outputs = { 'hero.320w.webp': { fingerprint: 'f', digest: 'd', bytes: 12, meta } };
  const lock = { assets: { hero: { outputs } } } as unknown as Lock;
  expect(valuesOf(lock)['hero']).toMatchObject({
    url: '/@gen/hero.320w.webp',
    height: 180,
    color: '#112233',
    files: [
      { bytes: 12, sha256: 'd' },
      { url: '/@gen/hero.640w.webp', width: 640 },
    ],
  });
});
