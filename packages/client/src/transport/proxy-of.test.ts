import { describe, expect, it } from 'vitest';
import { ProxyError, proxyOf } from './proxy-of.ts';

const PROXY = 'http://proxy.corp:3128';
const found = (url: string, env: Record<string, string>): string | null => {
  const { protocol, hostname, port } = new URL(url);
  return proxyOf({ protocol, hostname, port }, env)?.href ?? null;
};

describe('a proxy is found by the protocol of what is asked for', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['https://api.example/x', { HTTPS_PROXY: PROXY }, `${PROXY}/`],
    ['https://api.example/x', { https_proxy: PROXY, HTTPS_PROXY: 'http://other' }, `${PROXY}/`],
    ['https://api.example/x', { HTTP_PROXY: PROXY }, null],
    ['http://api.example/x', { HTTP_PROXY: PROXY }, `${PROXY}/`],
    ['https://api.example/x', { HTTPS_PROXY: ' ' }, null],
    ['https://api.example/x', { HTTPS_PROXY: 'proxy.corp:3128' }, `${PROXY}/`],
    ['https://api.example/x', { HTTPS_PROXY: 'https://u:p@proxy.corp' }, 'https://u:p@proxy.corp/'],
  ])('%s, %o', (url, env, proxy) => expect(found(url, env)).toBe(proxy));
});

describe('nothing goes through it to this machine, or to what NO_PROXY names', () => {
  it.each<[string, string, boolean]>([
    ['https://localhost:8080', '', true],
    ['https://app.localhost', '', true],
    ['https://127.0.0.1', '', true],
    ['https://127.8.0.1', '', true],
    ['https://[::1]:3000', '', true],
    ['https://api.example', '*', true],
    ['https://api.example', 'example', true],
    ['https://api.example', '.example', true],
    ['https://api.example', '*.example', true],
    ['https://api.example', 'other, API.example.', true],
    ['https://api.example', 'pi.example', false],
    ['https://api.example', 'api.example:443', true],
    ['https://api.example', 'api.example:8443', false],
    ['https://api.example:8443', 'api.example:8443', true],
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3', '10.1.2.3/99', false],
    ['https://[fd00::7]', 'fd00::/8', true],
    ['https://[fd00::7]', '[fd00::7]:443', true],
    ['https://[fd00::7]', 'fe80::/10', false],
    ['https://api.example', '10.0.0.0/8', false],
    ['https://api.example', ', ,', false],
  ])('%s, NO_PROXY=%s', (url, except, isDirect) => {
    const env = { HTTPS_PROXY: PROXY, NO_PROXY: except };
    expect(found(url, env)).toBe(isDirect ? null : `${PROXY}/`);
  });
});

describe('what is no proxy is told without its password', () => {
  it.each([
    ['http://user:hunter2@[', 'HTTPS_PROXY in the environment is not a URL'],
    ['socks5://user:hunter2@proxy', 'expected an http or https URL, found socks5://…'],
  ])('%s', (proxy, message) => {
    const find = (): unknown => found('https://api.example', { HTTPS_PROXY: proxy });
    expect(find).toThrow(ProxyError);
    expect(find).toThrow(message);
    expect(find).not.toThrow('hunter2');
  });
});
