import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_SCALE, WHOLE, panImage, placeImage, zoomImage } from './image-frame.ts';

const BOX = { width: 400, height: 300 };
const IMAGE = { width: 1600, height: 800 };

it('as a whole it fits, in the middle', () => {
  expect(placeImage(BOX, IMAGE, WHOLE, 1)).toEqual({ width: 400, height: 200, left: 0, top: 50 });
});

it('1:1 is a pixel of the picture on a pixel of the screen, whatever its density', () => {
  expect(placeImage(BOX, IMAGE, { ...WHOLE, scale: 1 }, 1)).toMatchObject({
    width: 1600,
    left: -600,
    top: -250,
  });
  expect(placeImage(BOX, IMAGE, { ...WHOLE, scale: 1 }, 2).width).toBe(800);
});

it('no gap opens at an edge', () => {
  const end = { scale: 1, x: 1, y: 0 };
  expect(placeImage(BOX, IMAGE, end, 1)).toMatchObject({ left: 400 - 1600, top: 0 });
});

it('what is below the pointer stays there', () => {
  const at = { x: 300, y: 120 };
  const before = { scale: 1, x: 0.5, y: 0.5 };
  const after = zoomImage(BOX, IMAGE, before, 1, 2, at);
  const part = (frame: typeof before) => {
    const { left, top, width, height } = placeImage(BOX, IMAGE, frame, 1);
    return [(at.x - left) / width, (at.y - top) / height];
  };
  expect(after.scale).toBe(2);
  expect(part(after)[0]).toBeCloseTo(part(before)[0]!, 9);
  expect(part(after)[1]).toBeCloseTo(part(before)[1]!, 9);
});

it('however it is zoomed and dragged, a frame stays in its ranges', () => {
  const step = fc.tuple(
    fc.boolean(),
    fc.integer({ min: -900, max: 900 }),
    fc.double({ min: 0.1, max: 9, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let frame = WHOLE;
      for (const [isZoom, by, factor] of steps) {
        frame = isZoom
          ? zoomImage(BOX, IMAGE, frame, 1, factor, { x: Math.abs(by) % 400, y: 150 })
          : panImage(placeImage(BOX, IMAGE, frame, 1), frame, by, -by);
        expect(frame.scale).toBeGreaterThanOrEqual(0);
        expect(frame.scale).toBeLessThanOrEqual(MOST_SCALE);
        for (const part of [frame.x, frame.y]) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
