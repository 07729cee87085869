import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namesKtx2 } from './names-ktx2.ts';

/** A GLB of JSON alone, and what follows it. */
function glb(json: string, after = ''): Buffer {
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(json.length, 12);
  return Buffer.concat([head, Buffer.from(json + after)]);
}

it.each([
  ['names it', glb('{"extensionsUsed":["KHR_texture_basisu"]}'), true],
  ['names another', glb('{"extensionsUsed":["EXT_texture_webp"]}'), false],
  ['has the word in its pixels', glb('{}', 'KHR_texture_basisu'), false],
  ['claims more than it has', glb('{"KHR_texture_basisu').fill(255, 12, 16), true],
  ['is no GLB', Buffer.from('KHR_texture_basisu and more of it'), false],
  ['is empty', Buffer.alloc(0), false],
])('knows a model that %s', async (_, bytes, expected) => {
  const file = join(await mkdtemp(join(tmpdir(), 'ktx2-')), 'a.glb');
  await writeFile(file, bytes);
  expect(await namesKtx2(file)).toBe(expected);
});

it('knows nothing of what is not there', async () => {
  expect(await namesKtx2('/nowhere/a.glb')).toBe(false);
});
