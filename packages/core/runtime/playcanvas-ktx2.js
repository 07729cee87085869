import { basisInitialize } from 'playcanvas';
import wasmUrl from '@gen/~decoder/basis_transcoder.wasm.bin';
import glueUrl from '@gen/~decoder/basis_transcoder.js.bin';

export const ktx2 = () => void basisInitialize({ glueUrl, wasmUrl, fallbackUrl: '' });
