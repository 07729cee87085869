export { drawDocument } from './model/draw/draw-document.ts';
export type { Backdrop } from './model/draw/compose.ts';
export type { Frame } from './model/draw/camera.ts';
export { posePrimitive } from './model/draw/pose.ts';
export type { Posed } from './model/draw/pose.ts';
export { floats } from './model/draw/vertex-data.ts';
