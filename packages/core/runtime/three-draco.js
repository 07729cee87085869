import { LoadingManager } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import wasm from '@gen/~decoder/draco_decoder.wasm.bin';
import wrapper from '@gen/~decoder/draco_wasm_wrapper.js.bin';

let shared;

export function draco(loader) {
  if (shared === undefined) {
    // Its decoder comes from where the page comes from, by the name that the bundler gave it.
    const manager = new LoadingManager();
    manager.setURLModifier((url) => (url.endsWith('.wasm') ? wasm : wrapper));
    shared = new DRACOLoader(manager);
  }
  loader.setDRACOLoader(shared);
}
