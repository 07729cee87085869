import type { Raster } from '../picture/art/raster.ts';
import { createRaster, layOver } from '../picture/art/raster.ts';
import type { Layer, Motion, Scene } from '../picture/scene.ts';
import type { View } from '../picture/view.ts';
import { laySprite, layRows } from './lay-plane.ts';
import { drawParticles } from './draw-particles.ts';
import type { Plane, Planes } from './planes.ts';
import { OPAQUE, toPlanes } from './planes.ts';

/** Draws frame after frame of one scene. */
export interface Film {
  /** The frame at `time` (seconds) as YUV 4:2:0: luma, then blue, then red. The same buffer every time. */
  frameAt(time: number): Uint8Array;
}

export interface FilmOptions {
  /** Length of the film: decides how far each layer reaches beyond the frame. Unit: seconds. */
  readonly seconds: number;
  /** Drawn over every frame, where given. */
  readonly mark: Raster | undefined;
}

interface FilmLayer {
  readonly planes: Planes;
  readonly motion: Motion;
  readonly depth: number;
  readonly sprite: boolean;
}

/**
 * Draws every layer of the scene once, wide enough for the whole pan, and composes frames from
 * them by moving and laying planes: no shape is drawn twice.
 */
export function createFilm(view: View, scene: Scene, options: FilmOptions): Film {
  const { seconds, mark } = options;
  const { width, height, unit } = view;
  const pan = panOf(view, scene, seconds);
  const layers: FilmLayer[] = [];
  const needsBackdrop = scene.layers.findLastIndex((layer) => layer.motion.kind === 'water');
  // Water mirrors what lies beside the frame too.
  const reach = needsBackdrop < 0 ? 0 : even(Math.abs(pan) * 0.25 + unit * 0.08);
  const backdrop =
    needsBackdrop < 0 ? undefined : createRaster(width + reach * 2, height, -reach, 0);
  for (const [index, layer] of scene.layers.entries()) {
    const raster = rasterFor(layer, view, pan, seconds, index < needsBackdrop ? reach : 0);
    if (raster.width < 4 || raster.height < 4) continue;
    layer.paint(raster, backdrop ?? raster);
    if (backdrop !== undefined && index < needsBackdrop) layOver(backdrop, raster);
    layers.push({
      planes: toPlanes(raster),
      motion: layer.motion,
      depth: layer.depth,
      sprite: layer.box !== undefined,
    });
  }
  if (mark !== undefined) {
    layers.push({
      planes: toPlanes(mark),
      motion: { kind: 'still' },
      depth: 0,
      sprite: true,
    });
  }

  const frame = new Uint8Array((width * height * 3) / 2);
  const area = width * height;
  const halves = { width: width / 2, height: height / 2 };
  const targets = {
    luma: { width, height, values: frame.subarray(0, area) },
    blue: { ...halves, values: frame.subarray(area, area * 1.25) },
    red: { ...halves, values: frame.subarray(area * 1.25) },
  };
  const firstLuma = coveringLayers(layers, height, (planes) => planes.luma, 1);
  const firstChroma = coveringLayers(layers, height / 2, (planes) => planes.blue, 2);
  const vignette = createVignette(width, height);
  const light = new Uint8Array(256);

  return {
    frameAt(time) {
      const camera = pan * (time / seconds - 0.5);
      for (const [order, layer] of layers.entries()) {
        const [moveX, moveY] = moveOf(layer, time, seconds, unit);
        const left = layer.planes.left - camera * layer.depth + moveX;
        const { top } = layer.planes;
        if (layer.sprite) {
          laySprite(targets.luma, layer.planes.luma, left, top + moveY);
          laySprite(targets.blue, layer.planes.blue, left / 2, (top + moveY) / 2);
          laySprite(targets.red, layer.planes.red, left / 2, (top + moveY) / 2);
        } else {
          const sway = swayOf(layer.motion, view, time, camera);
          const halfSway =
            sway === undefined ? undefined : (row: number): number => sway(row * 2) / 2;
          layRows(targets.luma, layer.planes.luma, left, top, firstLuma, order, sway);
          layRows(targets.blue, layer.planes.blue, left / 2, top / 2, firstChroma, order, halfSway);
          layRows(targets.red, layer.planes.red, left / 2, top / 2, firstChroma, order, halfSway);
        }
      }
      drawParticles(targets, view, scene.particles, time);
      fillLight(light, lightAt(view, time, seconds));
      const values = targets.luma.values;
      for (let pixel = 0; pixel < area; pixel++) {
        values[pixel] = light[
          ((values[pixel] as number) * (vignette[pixel] as number)) >> 8
        ] as number;
      }
      return frame;
    },
  };
}

/** How much more the near edge of a floor moves than its far one, as a share of the camera's way. */
const FLOOR = 0.45;

/** How far the camera goes, to either side. Unit: pixels. */
export function panWidth(width: number, seconds: number): number {
  return Math.min(width * 0.32, width * 0.035 * seconds);
}

/** How far the camera goes in all, to the right or (below 0) to the left. Unit: pixels. */
function panOf(view: View, scene: Scene, seconds: number): number {
  const lead = scene.layers.findLast(({ motion }) => motion.kind === 'bob')?.motion;
  // The camera goes where the subject goes.
  const direction = lead?.kind === 'bob' && lead.speed < 0 ? -1 : 1;
  return panWidth(view.width, seconds) * direction;
}

function even(value: number): number {
  return Math.ceil(value / 2) * 2;
}

function rasterFor(layer: Layer, view: View, pan: number, seconds: number, least: number): Raster {
  if (layer.box !== undefined) {
    const left = Math.floor(layer.box.left / 2) * 2;
    const top = Math.floor(layer.box.top / 2) * 2;
    return createRaster(even(layer.box.width) + 2, even(layer.box.height) + 2, left, top);
  }
  const own =
    layer.motion.kind === 'drift' ? Math.abs(layer.motion.speed) * view.unit * seconds : 0;
  const sway =
    layer.motion.kind === 'water'
      ? view.unit * 0.03
      : layer.motion.kind === 'floor'
        ? (Math.abs(pan) / 2) * FLOOR
        : 0;
  const margin = Math.max(least, even((Math.abs(pan) / 2) * layer.depth + own + sway + 4));
  return createRaster(view.width + margin * 2, view.height, -margin, 0);
}

function moveOf(layer: FilmLayer, time: number, seconds: number, unit: number): [number, number] {
  const { motion } = layer;
  if (motion.kind === 'drift') return [motion.speed * unit * (time - seconds / 2), 0];
  if (motion.kind !== 'bob') return [0, 0];
  const turn = (time / motion.period) * 2 * Math.PI;
  return [motion.speed * unit * (time - seconds / 2), Math.sin(turn) * motion.reach * unit];
}

function swayOf(
  motion: Motion,
  view: View,
  time: number,
  camera: number,
): ((row: number) => number) | undefined {
  const { unit, height } = view;
  if (motion.kind === 'floor')
    return (row) => -camera * FLOOR * Math.max(0, (row - motion.from) / (height - motion.from));
  if (motion.kind !== 'water') return undefined;
  const tall = Math.max(1, height - motion.surface);
  return (row) => {
    const near = Math.max(0, (row - motion.surface) / tall);
    const phase = Math.log(1 + near * 14) * 14;
    return (
      unit *
      (0.0012 + near * 0.009) *
      (Math.sin(phase * 2.1 - time * 2.3) + 0.6 * Math.sin(phase * 5.3 - time * 3.7))
    );
  };
}

/** For each row, the last layer that covers it in full: nothing behind it need be drawn. */
function coveringLayers(
  layers: readonly FilmLayer[],
  rows: number,
  plane: (planes: Planes) => Plane,
  share: number,
): Int32Array {
  const first = new Int32Array(rows).fill(-1);
  for (const [order, layer] of layers.entries()) {
    if (layer.sprite) continue;
    const kinds = plane(layer.planes).rows;
    const top = layer.planes.top / share;
    for (let row = 0; row < rows; row++) if (kinds[row - top] === OPAQUE) first[row] = order;
  }
  return first;
}

function createVignette(width: number, height: number): Uint16Array {
  const factors = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    const v = (y / height) * 2 - 1;
    for (let x = 0; x < width; x++) {
      const u = (x / width) * 2 - 1;
      const corner = u * u * 0.55 + v * v * 0.45;
      factors[y * width + x] = 256 * (1 - corner * corner * 0.26);
    }
  }
  return factors;
}

/** Light slowly rises or falls with the time of day; a storm flashes. */
function lightAt(view: View, time: number, seconds: number): number {
  const falling = view.wish.daytime === 'sunset' || view.wish.daytime === 'dusk';
  const drift = (time / seconds - 0.5) * (falling ? -0.12 : 0.1);
  if (view.wish.weather !== 'storm') return 1 + drift;
  const since = (time + 0.4) % 2.7;
  const flash =
    since < 0.5 ? Math.exp(-since * 9) * (since < 0.08 || since > 0.14 ? 0.75 : 0.2) : 0;
  return 1 + drift + flash;
}

function fillLight(table: Uint8Array, gain: number): void {
  for (let value = 0; value < 256; value++) {
    table[value] = Math.max(16, Math.min(235, 16 + (value - 16) * gain + 0.5));
  }
}
