export type { Frame } from './camera.ts';
export type { Backdrop } from './compose.ts';
export { drawDocument } from './draw-document.ts';
export { drawModel } from './draw-model.ts';
export { posePrimitive } from './pose-primitive.ts';
export type { Posed } from './pose-primitive.ts';
export { corners, floats } from './vertex-data.ts';
