import { open } from 'node:fs/promises';

/** Header of a GLB and of its first chunk, which is JSON (glTF 2.0, section 4.4). Unit: bytes. */
const HEAD = 20;
/** Of JSON that is read to know. Unit: bytes. */
const MOST = 16_000_000;

/** Whether the JSON of a GLB names textures in KTX2; false for what is none. */
export async function namesKtx2(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    const head = Buffer.alloc(HEAD);
    const { bytesRead } = await handle.read(head, 0, HEAD, 0);
    if (bytesRead < HEAD || head.toString('latin1', 0, 4) !== 'glTF') return false;
    const json = Buffer.alloc(Math.min(MOST, head.readUInt32LE(12)));
    const { bytesRead: length } = await handle.read(json, 0, json.length, HEAD);
    return json.subarray(0, length).includes('KHR_texture_basisu');
  } finally {
    await handle.close();
  }
}
