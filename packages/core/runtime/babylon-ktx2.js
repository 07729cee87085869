import { KhronosTextureContainer2 } from '@babylonjs/core/Misc/khronosTextureContainer2.js';
import wasm from '@gen/~decoder/basis_transcoder.wasm.bin';
import script from '@gen/~decoder/basis_transcoder.js.bin';

let set;

export const ktx2 = () => (set ??= setUp());

/** Babylon's own transcoders are in no package: this one stands where it asks for them. */
async function setUp() {
  const files = [script, wasm].map(async (url) => (await fetch(url)).arrayBuffer());
  const [code, binary] = await Promise.all(files);
  const text = [code, `\n(${transcoder})();`];
  const worker = new Worker(URL.createObjectURL(new Blob(text, { type: 'text/javascript' })));
  worker.postMessage({ binary }, []);
  const waiting = new Map();
  worker.onmessage = ({ data: { id, error, texture } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(texture);
    else reject(error);
  };
  let id = 0;
  class KTX2Decoder {
    decode(data, { astc, bptc, s3tc, etc2 }) {
      // What the GPU can hold, of those with alpha: its number for Basis Universal, and for WebGL.
      const [format, transcodedFormat] =
        (astc && [10, 0x93b0]) ||
        (bptc && [6, 0x8e8c]) ||
        (s3tc && [3, 0x83f3]) ||
        (etc2 && [1, 0x9278]) ||
        PLAIN;
      id += 1;
      worker.postMessage({ id, data: data.slice(), format, transcodedFormat }, []);
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    }
  }
  KTX2Decoder.DefaultDecoderOptions = {};
  globalThis.KTX2DECODER = { KTX2Decoder, MSCTranscoder: {}, WASMMemoryManager: {} };
  KhronosTextureContainer2.DefaultNumWorkers = 0;
}

const PLAIN = [13, 0x8058];

/** Runs in a worker, after the transcoder's own code. */
function transcoder() {
  let module;
  self.onmessage = async ({ data: { binary, id, ...order } }) => {
    if (binary) return void (module = self.BASIS({ wasmBinary: binary }));
    try {
      const texture = transcode(await module, order);
      self.postMessage({ id, texture }, {});
    } catch (error) {
      self.postMessage({ id, error: `${error}` }, {});
    }
  };
  const transcode = (basis, { data, format, transcodedFormat }) => {
    basis.initializeBasis();
    const file = new basis.KTX2File(data);
    try {
      if (!file.startTranscoding()) throw new Error('no KTX2 that can be read');
      const mipmaps = Array.from({ length: file.getLevels() }, (_, level) => {
        const { origWidth: width, origHeight: height } = file.getImageLevelInfo(level, 0, 0);
        const out = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, format));
        file.transcodeImage(out, level, 0, 0, format, 0, -1, -1);
        return { data: out, width, height };
      });
      const [{ width, height }] = mipmaps;
      const isInGammaSpace = file.getDFDTransferFunc() === 2;
      const hasAlpha = file.getHasAlpha();
      return { width, height, transcodedFormat, mipmaps, isInGammaSpace, hasAlpha };
    } finally {
      file.delete();
    }
  };
}
