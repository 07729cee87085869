import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder-ledger.ts';
import { formOf, openTestService, settle, type TestService } from '../testing/open-test-service.ts';

async function pictureUrl(service: TestService): Promise<string> {
  const created = await service.postJson('/api/createNormalPicture', formOf({ prompt: 'a' }));
  await settle();
  const [uuid] = created['data'].uuids;
  for (;;) {
    const found = await service.postJson('/api/queryGenerationResult', { uuid });
    if (found['data'].resultUrl !== null) return found['data'].resultUrl;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test.each(['memory', 'a folder'])('ranges and validators, from %s', async (where) => {
  const data = where === 'memory' ? {} : { data: await temporaryFolder() };
  const service = openTestService(data);
  const url = await pictureUrl(service);
  const whole = await service.get(url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  expect(whole.headers.get('etag')).toBe(etag);
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  expect(whole.headers.get('content-length')).toBe(String(bytes.length));

  const part = await service.get(url, { range: 'bytes=2-5' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 2-5/${bytes.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));

  const resumed = { range: 'bytes=2-', 'if-range': etag };
  expect((await service.get(url, resumed)).status).toBe(206);
  expect((await service.get(url, { ...resumed, 'if-range': '"other"' })).status).toBe(200);
  expect((await service.get(url, { range: 'bytes=99999-' })).status).toBe(416);
  expect((await service.get(url, { 'if-none-match': etag })).status).toBe(304);
  const head = await service.fetch(new Request(url, { method: 'HEAD' }));
  expect(head.headers.get('content-length')).toBe(String(bytes.length));
  expect(await head.text()).toBe('');
  await service.close();
});

test('a made file that was dropped is made again, the same', async () => {
  const data = await temporaryFolder();
  const service = openTestService({ data });
  const url = await pictureUrl(service);
  const before = await (await service.get(url)).text();
  await rm(join(data, 'made'), { recursive: true });
  expect(await (await service.get(url)).text()).toBe(before);
  await service.close();
});

test('a path of a signed URL leaves no folder', async () => {
  const data = await temporaryFolder();
  const service = openTestService({ data });
  const url = new URL(await pictureUrl(service));
  for (const path of ['/files/upload/..%2fsecret', '/files/upload/../secret', '/secret']) {
    url.pathname = path;
    expect((await service.get(url.href)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await readdir(data)).toContain('secret');
  await service.close();
});

test('an uploaded image is behind its signed URL', async () => {
  const service = openTestService();
  const { default: sharp } = await import('sharp');
  const create = { width: 4, height: 4, channels: 3, background: 'red' } as const;
  const jpeg = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const image = new Blob([jpeg], { type: 'image/jpeg' });
  const form = formOf({ image, modelCount: '1' });
  const { uploadedImageUrl } = await service.postJson('/api/generateModelWithImage', form);
  const file = await service.get(uploadedImageUrl);
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(jpeg);
});
