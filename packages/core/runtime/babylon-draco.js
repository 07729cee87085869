import { DracoDecoder } from '@babylonjs/core/Meshes/Compression/dracoDecoder.js';
import wasm from '@gen/~decoder/draco_decoder_gltf.wasm.bin';
import wrapper from '@gen/~decoder/draco_decoder_gltf_nodejs.js.bin';

let set;

export const draco = () => (set ??= setUp());

/** Its workers take a script by its URL; as `.bin` a careful server would not let it be one. */
async function setUp() {
  const script = await (await fetch(wrapper)).text();
  const wasmUrl = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const wasmBinaryUrl = new URL(wasm, document.baseURI).href;
  DracoDecoder.DefaultConfiguration = { wasmUrl, wasmBinaryUrl };
  DracoDecoder.ResetDefault();
}
