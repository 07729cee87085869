import { expect, it } from 'vitest';
import { settingsKey } from './settings-key.ts';

const keyOf = (remote: string, env: Readonly<Record<string, string>> = {}): string =>
  settingsKey({ root: '/app', options: { cache: { remote } }, command: 'build' }, env);

it('tells settings apart, and says nothing of a password', () => {
  const one = keyOf('redis://me:secret@cache.test/1');
  expect(keyOf('redis://me:other@cache.test/1')).toBe(one);
  expect(keyOf('redis://me:secret@cache.test/2')).not.toBe(one);
  expect(keyOf('redis://me:secret@elsewhere.test/1')).not.toBe(one);
});

it('counts variables of ours, and keys as set or not', () => {
  const none = keyOf('');
  expect(keyOf('', { HOME: '/home' })).toBe(none);
  expect(keyOf('', { ASSETGEN_MODE: 'draft' })).not.toBe(none);
  const set = keyOf('', { ASSETGEN_API_KEY: 'one' });
  expect(set).not.toBe(none);
  expect(keyOf('', { ASSETGEN_API_KEY: 'two' })).toBe(set);
  const url = 'https://me:secret@service.test';
  expect(keyOf('', { ASSETGEN_API_URL: url })).toBe(
    keyOf('', { ASSETGEN_API_URL: url.replace('secret', 'other') }),
  );
});
