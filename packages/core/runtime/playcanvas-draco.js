import { dracoInitialize } from 'playcanvas';
import wasmUrl from '@gen/~decoder/draco_decoder_gltf.wasm.bin';
import jsUrl from '@gen/~decoder/draco_decoder_gltf_nodejs.js.bin';

export const draco = () => void dracoInitialize({ jsUrl, wasmUrl });
