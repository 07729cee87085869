import { LoadingManager } from 'three';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import wasm from '@gen/~decoder/basis_transcoder.wasm.bin';
import script from '@gen/~decoder/basis_transcoder.js.bin';

const loaders = new WeakMap();

export function ktx2(loader, renderer) {
  let own = loaders.get(renderer);
  if (own === undefined) {
    // Its transcoder comes from where the page comes from, by the name that the bundler gave it.
    const manager = new LoadingManager();
    manager.setURLModifier((url) =>
      url.endsWith('coder.js') ? script : url.endsWith('coder.wasm') ? wasm : url,
    );
    own = new KTX2Loader(manager).detectSupport(renderer);
    loaders.set(renderer, own);
  }
  loader.setKTX2Loader(own);
}
ktx2.needsRenderer = true;
