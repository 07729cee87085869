import { mix, saturate, scale } from '../art/colour.ts';
import type { Rgb } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { addLight } from '../art/raster.ts';
import type { Layer, Scene } from '../scene.ts';
import type { Room } from '../elements/furniture.ts';
import { paintTable, paintWindow, rectangle } from '../elements/furniture.ts';
import { placeSubjects } from '../stage.ts';
import type { View } from '../view.ts';
import { wordList } from '../../word-list.ts';

/** A room: a wall, a window with the time of day behind it, its light on the floor, and the subject. */
export function composeInterior(view: View): Scene {
  const { height } = view;
  const room = planRoom(view);
  const onTable = !view.wish.subjects.some(({ glyph }) => LARGE.has(glyph));
  return {
    layers: [
      {
        name: 'wall',
        depth: 0.25,
        motion: { kind: 'still' },
        paint: (raster) => paintWall(raster, view, room),
      },
      {
        name: 'floor',
        depth: 0.5,
        motion: { kind: 'still' },
        paint: (raster) => paintFloor(raster, view, room),
      },
      ...(onTable
        ? [
            {
              name: 'table',
              depth: 0.6,
              motion: { kind: 'still' },
              paint: (raster) => paintTable(raster, view, room, height * 0.74),
            } satisfies Layer,
          ]
        : []),
      ...placeSubjects(view, {
        ground: height * (onTable ? 0.755 : 0.88),
        depth: 0.6,
        mirrored: false,
      }),
      {
        name: 'beam',
        depth: 0.3,
        motion: { kind: 'drift', speed: 0.003 },
        paint: (raster) => paintBeam(raster, view, room),
      },
    ],
    particles: 'dust',
  };
}

/** What stands on the floor rather than on a table. */
const LARGE: ReadonlySet<string> = new Set(
  wordList(`
  chair armchair sofa couch-and-lamp bed table desk wardrobe bookshelf refrigerator stove washing-machine bathtub
  toilet door piano throne robot man woman person boy girl child dog horse bicycle mdi-floor-lamp treasure-chest barrel
`),
);

function planRoom(view: View): Room {
  const { width, height, unit, palette } = view;
  const random = view.random.fork('room');
  const dim = palette.night ? 0.42 : view.wish.daytime === 'dusk' ? 0.6 : 0.86;
  const walls: readonly [Rgb, ...Rgb[]] = [
    [196, 178, 150],
    [126, 150, 152],
    [178, 140, 122],
    [138, 132, 160],
    [156, 164, 134],
  ];
  const wall = view.wish.colours[0] ?? random.pick(walls);
  const centre = view.sunX > width / 2 ? width * 0.7 : width * 0.3;
  const half = unit * 0.19;
  return {
    wall: scale(mix(wall, palette.sky, 0.12), dim),
    wood: scale(mix([142, 98, 62], palette.glow, 0.1), dim),
    floor: height * 0.72,
    left: centre - half,
    right: centre + half,
    top: height * 0.13,
    bottom: height * 0.13 + Math.min(unit * 0.44, height * 0.44),
  };
}

function paintWall(raster: Raster, view: View, room: Room): void {
  const { unit, noise, palette } = view;
  const [midX, midY] = [(room.left + room.right) / 2, (room.top + room.bottom) / 2];
  const { data } = raster;
  for (let y = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++) {
      const dx = (x + raster.left - midX) / unit;
      const dy = (y + raster.top - midY) / unit;
      // Light falls off from the window; corners keep their shade.
      const light = 0.5 + 0.72 / (1 + (dx * dx + dy * dy) * 4.5);
      const stripe = Math.abs(((((x + raster.left) / unit) * 11) % 1) - 0.5) < 0.02 ? 0.96 : 1;
      const plaster =
        1 + noise.at(((x + raster.left) / unit) * 40, ((y + raster.top) / unit) * 40) * 0.025;
      const level = light * stripe * plaster;
      const slot = (y * raster.width + x) * 4;
      for (const channel of [0, 1, 2] as const)
        data[slot + channel] =
          (room.wall[channel] * 0.82 + palette.glow[channel] * 0.18 * (palette.night ? 0.3 : 1)) *
          level;
      data[slot + 3] = 255;
    }
  }
  paintWindow(raster, view, room);
  const trim = scale(room.wall, 0.62);
  rectangle(
    raster,
    [raster.left, room.floor - unit * 0.045, raster.left + raster.width, room.floor + 2],
    trim,
  );
  rectangle(
    raster,
    [raster.left, room.floor - unit * 0.05, raster.left + raster.width, room.floor - unit * 0.042],
    scale(room.wall, 0.95),
  );
}

function paintFloor(raster: Raster, view: View, room: Room): void {
  const { unit, noise, height, palette } = view;
  const { data } = raster;
  const centre = view.width / 2;
  const wood = saturate(room.wood, 1.1);
  const midX = (room.left + room.right) / 2;
  for (let y = Math.max(0, Math.floor(room.floor) - raster.top); y < raster.height; y++) {
    const down = (y + raster.top - room.floor) / (height - room.floor);
    const spread = 0.55 + down * 0.75;
    for (let x = 0; x < raster.width; x++) {
      const across = (x + raster.left - centre) / (unit * spread);
      const board = across * 7;
      const index = Math.floor(board);
      const seam = Math.min(board - index, 1 - (board - index)) < 0.03 ? 0.62 : 1;
      const grain =
        noise.at(index * 9.7 + across * 3, down * 1.6 + index) * 0.09 +
        noise.at(board * 11, down * 5 + index * 3) * 0.05;
      // The window's light lies on the boards as a slanted field of panes.
      const lean = (x + raster.left - midX) / (unit * (0.26 + down * 0.2)) + down * 0.6;
      const pane =
        Math.abs(lean) < 1 && down > 0.12 && down < 0.86 && Math.abs(lean) > 0.04 ? 1 : 0;
      const lit = pane * (palette.night ? 0.25 : 0.6) * (1 - Math.abs(down - 0.45));
      const slot = (y * raster.width + x) * 4;
      const level = (0.62 + 0.3 * down + grain + (index % 3) * 0.04) * seam;
      for (const channel of [0, 1, 2] as const)
        data[slot + channel] = wood[channel] * level + palette.glow[channel] * lit * 0.5;
      data[slot + 3] = 255;
    }
  }
}

/** The light that comes through the window, seen in the dust. */
function paintBeam(raster: Raster, view: View, room: Room): void {
  const { palette, unit, height } = view;
  const strength = palette.night ? 0.05 : 0.13;
  for (let y = Math.max(0, Math.floor(room.top) - raster.top); y < raster.height; y++) {
    const down = (y + raster.top - room.top) / (height - room.top);
    const shift = down * unit * -0.22;
    for (let x = 0; x < raster.width; x++) {
      const across =
        (x + raster.left - shift - (room.left + room.right) / 2) /
        ((room.right - room.left) * (0.5 + down * 0.35));
      const soft = Math.max(0, 1 - Math.abs(across));
      if (soft > 0)
        addLight(
          raster.data,
          (y * raster.width + x) * 4,
          palette.glow,
          Math.min(1, soft * 2.5) * strength * (1 - down * 0.8),
        );
    }
  }
}
