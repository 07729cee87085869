import { expect, it } from 'vitest';
import { refuseHeic } from './unread-image.ts';

it('a HEIC is refused by its name, and an AVIF is not', () => {
  expect(() => refuseHeic({ format: 'heif', compression: 'hevc' })).toThrow(
    'expected an image as PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG, found HEIC',
  );
  expect(() => refuseHeic({ format: 'heif', compression: 'av1' })).not.toThrow();
  expect(() => refuseHeic({ format: 'jpeg' })).not.toThrow();
});
