import { MeshoptCompression } from '@babylonjs/core/Meshes/Compression/meshoptCompression.js';
import { MeshoptDecoder } from '@gen/~meshopt';

/** Its own decoder would come from a foreign place, as a script. */
export function meshopt() {
  Object.defineProperty(MeshoptCompression, 'Default', { value: decoder, configurable: true });
}

const decoder = {
  async decodeGltfBufferAsync(source, count, stride, mode, filter) {
    await MeshoptDecoder.ready;
    return MeshoptDecoder.decodeGltfBufferAsync(count, stride, source, mode, filter);
  },
  dispose() {},
};
