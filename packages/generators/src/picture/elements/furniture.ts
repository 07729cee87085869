import type { Rgb } from '../art/colour.ts';
import { mix, scale } from '../art/colour.ts';
import { boxOutline, fillOutline, outline } from '../art/fill-outline.ts';
import type { Raster } from '../art/raster.ts';
import { addGlow, createRaster, layOver } from '../art/raster.ts';
import { paintSky } from './paint-sky.ts';
import type { View } from '../view.ts';

export interface Room {
  readonly wall: Rgb;
  readonly wood: Rgb;
  /** World y where the wall meets the floor. */
  readonly floor: number;
  /** The window: world coordinates. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A window with the sky of the hour behind it, hills, and curtains at its sides. */
export function paintWindow(raster: Raster, view: View, room: Room): void {
  const { unit } = view;
  const frame = mix(room.wood, [240, 232, 218], 0.45);
  const edge = unit * 0.02;
  rectangle(
    raster,
    [room.left - edge, room.top - edge, room.right + edge, room.bottom + edge],
    frame,
  );
  const glass = createRaster(
    Math.round(room.right - room.left),
    Math.round(room.bottom - room.top),
    Math.round(room.left),
    Math.round(room.top),
  );
  paintSky(glass, {
    ...view,
    horizon: room.bottom + unit * 0.05,
    sunX: (room.left * 2 + room.right) / 3,
    sunY: room.top + (room.bottom - room.top) * 0.4,
  });
  layOver(raster, glass);
  const land = mix(view.palette.haze, view.palette.land, 0.55);
  const hill: number[] = [room.left, room.bottom];
  for (let step = 0; step <= 20; step++) {
    hill.push(
      room.left + ((room.right - room.left) * step) / 20,
      room.bottom - unit * (0.05 + 0.035 * view.noise.at(step * 0.23, 5)),
    );
  }
  hill.push(room.right, room.bottom);
  fillOutline(raster, hill, { top: land, bottom: mix(land, view.palette.shade, 0.3) });
  const bar = unit * 0.007;
  const midX = (room.left + room.right) / 2;
  rectangle(raster, [midX - bar, room.top, midX + bar, room.bottom], frame);
  for (const share of [0.36, 0.68]) {
    const y = room.top + (room.bottom - room.top) * share;
    rectangle(raster, [room.left, y - bar, room.right, y + bar], frame);
  }
  rectangle(
    raster,
    [room.left - edge * 2, room.bottom + edge, room.right + edge * 2, room.bottom + edge * 2],
    scale(frame, 0.9),
  );
  const cloth = view.wish.colours[1] ?? mix(view.palette.accent, room.wall, 0.35);
  for (const side of [-1, 1]) {
    const outer = side < 0 ? room.left - unit * 0.1 : room.right + unit * 0.1;
    for (let fold = 0; fold < 5; fold++) {
      const x = outer - side * unit * 0.026 * fold;
      const tone = scale(cloth, 0.62 + 0.1 * ((fold * 2) % 5));
      fillOutline(
        raster,
        outline(
          [x, room.top - unit * 0.05],
          [x - side * unit * 0.03, room.top - unit * 0.05],
          [x - side * unit * 0.026, room.floor - unit * 0.06],
          [x + side * unit * 0.004, room.floor - unit * 0.06],
        ),
        { top: tone, bottom: scale(tone, 0.75) },
      );
    }
  }
  rectangle(
    raster,
    [
      room.left - unit * 0.14,
      room.top - unit * 0.064,
      room.right + unit * 0.14,
      room.top - unit * 0.048,
    ],
    scale(room.wood, 0.6),
  );
  if (!view.palette.night)
    addGlow(raster, midX, (room.top + room.bottom) / 2, unit * 0.42, view.palette.glow, 0.16);
}

/** A table across the middle of the room, its top seen a little from above. */
export function paintTable(raster: Raster, view: View, room: Room, top: number): void {
  const { unit, width, height } = view;
  const wood = mix(room.wood, [92, 58, 36], 0.35);
  const half = Math.min(unit * 0.62, width * 0.46);
  const centre = width / 2;
  for (const side of [-1, 1]) {
    const x = centre + side * half * 0.86;
    rectangle(
      raster,
      [x - unit * 0.022, top, x + unit * 0.022, height * 1.02],
      scale(wood, side < 0 ? 0.8 : 0.62),
    );
  }
  const deep = unit * 0.05;
  fillOutline(
    raster,
    outline(
      [centre - half * 0.94, top],
      [centre + half * 0.94, top],
      [centre + half, top + deep],
      [centre - half, top + deep],
    ),
    { top: scale(wood, 1.25), bottom: scale(wood, 1.05) },
  );
  rectangle(
    raster,
    [centre - half, top + deep, centre + half, top + deep + unit * 0.028],
    scale(wood, 0.72),
  );
  rectangle(
    raster,
    [
      centre - half * 0.9,
      top + deep + unit * 0.028,
      centre + half * 0.9,
      top + deep + unit * 0.075,
    ],
    scale(wood, 0.52),
  );
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** An upright box, a little darker at its foot. */
export function rectangle(raster: Raster, box: Box, colour: Rgb): void {
  fillOutline(raster, boxOutline(...box), {
    top: colour,
    bottom: scale(colour, 0.9),
  });
}
