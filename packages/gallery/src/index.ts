export { createGallery } from './handler.ts';
export type { Gallery, GalleryOptions } from './handler.ts';
export type * from './shared/messages.ts';
