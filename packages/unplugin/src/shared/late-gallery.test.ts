import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { lateGallery } from './late-gallery.ts';

const response = {} as ServerResponse;

it.each([
  [{ url: '/' }, false],
  [{ url: '/src/main.js?import' }, false],
  [{ url: '/__assetgen' }, true],
  [{ url: '/__assetgen/api/project' }, true],
  [{ url: '/deep/down/__assetgen/' }, true],
  // Below a base, which the server has taken off.
  [{ url: '/', originalUrl: '/deep/__assetgen/' }, true],
])('%j: mounted is %s', async (request, isMounted) => {
  let mounted = 0;
  const middleware = lateGallery(async () => {
    mounted += 1;
    return (_request, _response, next) => next('answered');
  });
  const said = (): Promise<unknown> =>
    new Promise((resolve) => middleware(request as IncomingMessage, response, resolve));
  expect(await said()).toBe(isMounted ? 'answered' : undefined);
  expect(await said()).toBe(isMounted ? 'answered' : undefined);
  expect(mounted).toBe(isMounted ? 1 : 0);
});

it('tells the server what kept it from being mounted', async () => {
  const middleware = lateGallery(() => Promise.reject(new Error('no gallery')));
  const request = { url: '/__assetgen/' } as IncomingMessage;
  const said = await new Promise((resolve) => middleware(request, response, resolve));
  expect(said).toEqual(new Error('no gallery'));
});
