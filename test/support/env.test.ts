import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanEnv } from './env.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a build under test sees neither CI nor our variables of the outside', () => {
  vi.stubEnv('CI', 'true');
  vi.stubEnv('ASSETGEN_API_KEY', 'outer');
  vi.stubEnv('ASSETGEN_CACHE_DIR', '/outer');
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1');
  const env = cleanEnv();
  expect(env).not.toHaveProperty('CI');
  expect(env).not.toHaveProperty('ASSETGEN_API_KEY');
  expect(env).not.toHaveProperty('npm_config_registry');
  expect(env).not.toHaveProperty('VITEST');
  expect(env['PATH']).toBe(process.env['PATH']);
});

test('every environment has a cache folder of its own', () => {
  const first = cleanEnv()['ASSETGEN_CACHE_DIR'];
  const second = cleanEnv()['ASSETGEN_CACHE_DIR'];
  expect(first).not.toBe(second);
  expect(existsSync(first!)).toBe(true);
});

test('what the test asks for wins', () => {
  const env = cleanEnv({ CI: 'true', ASSETGEN_CACHE_DIR: '/shared', PATH: undefined });
  expect(env['CI']).toBe('true');
  expect(env['ASSETGEN_CACHE_DIR']).toBe('/shared');
  expect(env).not.toHaveProperty('PATH');
});
