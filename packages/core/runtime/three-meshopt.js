import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

export const meshopt = (loader) => loader.setMeshoptDecoder(MeshoptDecoder);
