import { expect, it } from 'vitest';
import { refusePixels, refusePixelsMade, refusePixelsOfAll } from './refuse-pixels.ts';

const MB = 1_000_000;

it('an image may be as large as its bytes warrant, and 8,192 × 8,192 whatever they are', () => {
  const of = (width: number, height: number, bytes: number) => () =>
    refusePixels({ width, height }, bytes, 'an image');
  expect(of(8_192, 8_192, 100)).not.toThrow();
  expect(of(16_384, 16_384, 3 * MB)).not.toThrow();
  expect(of(16_384, 16_384, 32_697)).toThrow(
    'expected an image of at most 67108864 pixels for its 32697 bytes, found 16384 × 16384, 268435456 pixels',
  );
  expect(of(16_385, 16_384, 300 * MB)).toThrow('at most 268435456 pixels');
});

it('no side is longer than that of any JPEG', () => {
  const of = (width: number, height: number) => () =>
    refusePixels({ width, height }, 100, 'a texture');
  expect(of(65_535, 8)).not.toThrow();
  expect(of(6_029_320, 8)).toThrow(
    'expected a texture with sides of at most 65535 pixels, found 6029320 × 8, 48234560 pixels',
  );
  expect(of(8, 65_536)).toThrow('65535');
});

it('textures of a model together', () => {
  expect(() => refusePixelsOfAll(16 * 8_192 * 8_192, 20 * MB)).not.toThrow();
  expect(() => refusePixelsOfAll(4 * 8_192 * 8_192, 1)).not.toThrow();
  expect(() => refusePixelsOfAll(5 * 8_192 * 8_192, MB)).toThrow('at most 268435456 pixels');
});

it('pixels count for each output', () => {
  expect(() => refusePixelsMade(256 * 1024 * 1024, 64)).not.toThrow();
  expect(() => refusePixelsMade(256 * 1024 * 1024, 65)).toThrow('268435456 pixels for 65 outputs');
});
