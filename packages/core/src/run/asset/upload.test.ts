import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { imageTypeOf } from './image-type.ts';
import { blobUpload, fileUpload } from './upload.ts';

const picture = () => sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } });

describe('fileUpload', () => {
  let root: string;
  const file = (given: string) => ({
    type: 'file' as const,
    path: path.join(root, given),
    given: `./${given}`,
    position: { file: 'm.json', line: 1, column: 1 },
  });
  const refused = { code: 'ASSETGEN_INPUT' };

  beforeEach(async () => {
    root = path.join(await mkdtemp(path.join(os.tmpdir(), 'upload-')), 'project');
    await mkdir(root);
  });

  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
    'takes a %s by its bytes',
    async (format) => {
      const bytes = await picture()[format]().toBuffer();
      await writeFile(path.join(root, 'a.png'), bytes);
      await symlink('a.png', path.join(root, 'link.png'));
      const upload = { path: path.join(root, 'a.png'), type: `image/${format}`, name: 'link.png' };
      expect(await fileUpload(file('link.png'), root)).toEqual(upload);
      expect(await blobUpload(upload.path, 'x/a')).toMatchObject({ type: upload.type });
    },
  );

  it.each([
    ['a key', '-----BEGIN OPENSSH PRIVATE KEY-----\n'],
    ['a text that begins like a PNG', '\u0089PNG\r\n\u001a\nsecret=1'],
    ['a text that begins like a GIF', 'GIF8 is a format'],
    ['a text that begins like a WebP', 'RIFFabcdWEBPsecret text'],
    ['nothing', ''],
  ])('refuses %s', async (_name, content) => {
    await writeFile(path.join(root, 'a.png'), Buffer.from(content, 'latin1'));
    await expect(fileUpload(file('a.png'), root)).rejects.toMatchObject(refused);
    await expect(blobUpload(path.join(root, 'a.png'), 'a')).rejects.toMatchObject(refused);
  });

  it('goes by the file that is really read: links out, and to other types, are refused', async () => {
    const bytes = await picture().png().toBuffer();
    await writeFile(path.join(root, '../outside.png'), bytes);
    await writeFile(path.join(root, 'a.txt'), bytes);
    await symlink('../outside.png', path.join(root, 'out.png'));
    await symlink('a.txt', path.join(root, 'text.png'));
    for (const name of ['out.png', 'text.png']) {
      await expect(fileUpload(file(name), root)).rejects.toMatchObject(refused);
    }
    await rm(path.join(root, 'a.txt'));
    await expect(fileUpload(file('text.png'), root)).rejects.toMatchObject(refused);
  });
});

describe('imageTypeOf', () => {
  it('knows an animated GIF, and no image without a size', async () => {
    expect(imageTypeOf(Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0', 'latin1'))?.type).toBe(
      'image/gif',
    );
    const png = await picture().png().toBuffer();
    png.writeUInt32BE(0, 16);
    expect(imageTypeOf(png)).toBeNull();
  });
});
