import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Purpose } from './guard.ts';
import { refusalOf } from './guard.ts';

const TOKEN = 'the-token-of-the-page';
const OWN = {
  host: 'localhost:4747',
  origin: 'http://localhost:4747',
  'sec-fetch-site': 'same-origin',
  'x-assetgen-token': TOKEN,
};

function ask(
  purpose: Purpose,
  headers: Readonly<Record<string, string | undefined>>,
  { method = purpose === 'change' ? 'POST' : 'GET', address = '127.0.0.1' } = {},
): string | null {
  const given = Object.fromEntries(
    Object.entries(headers).filter(([, value]) => value !== undefined),
  );
  const request = { method, headers: given, socket: { remoteAddress: address } };
  return refusalOf(request as unknown as IncomingMessage, purpose, TOKEN);
}

describe('who may ask', () => {
  it('lets our own page do everything', () => {
    expect(ask('page', { host: OWN.host, 'sec-fetch-site': 'none' })).toBeNull();
    expect(ask('read', { host: OWN.host, 'sec-fetch-site': 'same-origin' })).toBeNull();
    expect(ask('change', OWN)).toBeNull();
  });

  it.each(['localhost', '127.0.0.1:80', '[::1]:4747', 'LOCALHOST:1', 'gallery.localhost:3000'])(
    'answers to %s',
    (host) => expect(ask('read', { host })).toBeNull(),
  );

  it.each([
    undefined,
    'evil.example',
    'localhost.evil.example:4747',
    '127.0.0.1.evil.example',
    '192.168.1.5:4747',
    'localhost:4747@evil.example',
    '0.0.0.0:4747',
  ])('does not answer to %s', (host) => {
    for (const purpose of ['page', 'read'] as const) expect(ask(purpose, { host })).not.toBeNull();
    expect(ask('change', { ...OWN, host, origin: `http://${host}` })).not.toBeNull();
  });

  it.each(['192.168.1.9', '10.0.0.1', '::ffff:8.8.8.8', '2001:db8::1', ''])(
    'does not answer the machine %s',
    (address) => {
      expect(ask('read', { host: OWN.host }, { address })).not.toBeNull();
      expect(ask('change', OWN, { address })).not.toBeNull();
    },
  );

  it('refuses a change without the token, or with another', () => {
    expect(ask('change', { ...OWN, 'x-assetgen-token': undefined })).toContain('token');
    expect(ask('change', { ...OWN, 'x-assetgen-token': '' })).toContain('token');
    expect(ask('change', { ...OWN, 'x-assetgen-token': `${TOKEN}x` })).toContain('token');
    expect(ask('change', { ...OWN, 'x-assetgen-token': 'the-token-of-the-pagE' })).toContain(
      'token',
    );
  });

  it('refuses a change that is not a POST, and a read that is one', () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS', 'DELETE']) {
      expect(ask('change', OWN, { method })).not.toBeNull();
    }
    expect(ask('read', { host: OWN.host }, { method: 'POST' })).not.toBeNull();
  });

  it.each(['cross-site', 'same-site', 'none'])('refuses a change from %s', (site) => {
    expect(ask('change', { ...OWN, 'sec-fetch-site': site })).not.toBeNull();
  });

  it('refuses other origins, another port too, and a change without any', () => {
    for (const origin of ['http://localhost:5173', 'http://evil.example', 'null', 'file://']) {
      expect(ask('change', { ...OWN, origin, 'sec-fetch-site': undefined })).not.toBeNull();
      expect(ask('read', { host: OWN.host, origin })).not.toBeNull();
    }
    expect(ask('change', { ...OWN, origin: undefined })).not.toBeNull();
  });

  it('lets a link from elsewhere open the page, and nothing of it be loaded there', () => {
    const site = { host: OWN.host, 'sec-fetch-site': 'cross-site' };
    const link = { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(ask('page', link)).toBeNull();
    expect(ask('page', { ...link, 'sec-fetch-dest': 'iframe' })).not.toBeNull();
    expect(
      ask('page', { ...site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }),
    ).not.toBeNull();
    expect(ask('read', link)).not.toBeNull();
  });
});
