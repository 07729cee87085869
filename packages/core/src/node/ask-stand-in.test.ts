import { expect, test } from 'vitest';
import type { Asset } from '../manifest/manifest.ts';
import { standInText } from '../run/report/stand-in.ts';
import { createAskStandIn } from './ask-stand-in.ts';

const askStandIn = createAskStandIn();

const asset = (kind: string, source: object): Asset => ({ kind, source }) as unknown as Asset;

test('what the embedded service does not know is said, with what it knows', async () => {
  const standIn = await askStandIn(
    asset('model', { type: 'text', prompt: 'a red flux capacitor' }),
  );
  expect(standIn).toEqual({ unknown: ['flux', 'capacitor'], known: ['red'] });
  expect(standInText(standIn!)).toBe(
    'the embedded service does not know `flux`, `capacitor`: a stand-in (it knows: red)',
  );
});

test.each([
  ['model', { type: 'text', prompt: 'a skull' }],
  ['image', { type: 'picture', prompt: 'the sea at dawn' }],
  ['model', { type: 'image', input: {} }],
])('nothing is said of a %s of %j', async (kind, source) => {
  expect(await askStandIn(asset(kind, source))).toBeNull();
});

test('a prompt is understood once, and by its kind', async () => {
  const ask = createAskStandIn();
  const model = asset('model', { type: 'text', prompt: 'a red flux capacitor' });
  const first = await ask(model);
  expect(await ask(structuredClone(model))).toBe(first);
  expect(await ask(asset('image', { type: 'picture', prompt: 'a red flux capacitor' }))).not.toBe(
    first,
  );
});
