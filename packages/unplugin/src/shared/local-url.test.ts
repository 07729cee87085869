import { expect, it } from 'vitest';
import { localUrl, slashed } from './local-url.ts';

it.each([
  [{ address: '127.0.0.1', family: 'IPv4', port: 3000 }, '/', 'http://127.0.0.1:3000/'],
  [{ address: '::', family: 'IPv6', port: 3000 }, 'docs', 'http://localhost:3000/docs/'],
  [{ address: '192.168.1.2', family: 'IPv4', port: 80 }, '/a/b/', 'http://192.168.1.2:80/a/b/'],
  [{ address: 'fd00::2', family: 'IPv6', port: 80 }, '', 'http://[fd00::2]:80/'],
])('%j below %j is %s', (address, base, url) => {
  expect(localUrl(address, base)).toBe(url);
});

it('says https where the server does', () => {
  expect(localUrl({ address: '::1', family: 'IPv6', port: 1 }, '/', true)).toBe(
    'https://localhost:1/',
  );
});

it('has one slash at each end of a base', () => {
  expect(['/', '', 'a', '/a', 'a/b/'].map(slashed)).toEqual(['/', '/', '/a/', '/a/', '/a/b/']);
});
