import type { MountGallery } from './shared/mount-gallery.ts';

/** The gallery in a framework's dev server. Loaded where one starts: a build has no gallery. */
export const mountGallery: MountGallery = async function mountGallery(project, base) {
  const { galleryMiddleware } = await import('@assetgen/gallery/mount');
  return galleryMiddleware(project, base);
};
