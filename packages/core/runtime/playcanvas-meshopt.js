import { MeshoptDecoder } from '@gen/~meshopt';

/** What its parser of GLB asks for each part of the file. */
export const meshopt = () => ({
  bufferView: {
    processAsync({ extensions = {} }, buffers, done) {
      const packed = extensions.EXT_meshopt_compression ?? extensions.KHR_meshopt_compression;
      const answer = (bytes) => done(null, bytes);
      if (packed === undefined) answer(null);
      else unpack(packed, buffers).then(answer, done);
    },
  },
});

async function unpack({ buffer, byteOffset = 0, byteLength, ...packed }, buffers) {
  await MeshoptDecoder.ready;
  const { byteStride, count, mode, filter } = packed;
  const whole = await buffers[buffer];
  const source = new Uint8Array(whole.buffer, whole.byteOffset + byteOffset, byteLength);
  const target = new Uint8Array(count * byteStride);
  MeshoptDecoder.decodeGltfBuffer(target, count, byteStride, source, mode, filter);
  return target;
}
