export { detectPortrait, makeChibi, makeModel, makePicture, makeVideo } from './generators.ts';
export type { ChibiSpec } from './model/make-chibi.ts';
export type { ModelSpec } from './model/make-model.ts';
export type { PictureSpec } from './picture/make-picture.ts';
export type { VideoSpec } from './video/make-video.ts';
export { understand } from './subjects/understand.ts';
export type { Style } from './subjects/styles.ts';
export type { Understanding } from './subjects/understand.ts';
