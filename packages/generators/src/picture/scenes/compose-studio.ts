import { hsl, luma, mix, type Rgb } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { blend, blendBetween } from '../art/raster.ts';
import type { Layer, Scene } from '../scene.ts';
import { placeSubjects } from '../stage.ts';
import type { View } from '../view.ts';

/** How a backdrop is laid out. */
const BACKDROPS = ['plain', 'disc', 'split', 'rays', 'arch'] as const;

interface Backdrop {
  readonly kind: (typeof BACKDROPS)[number];
  readonly wall: Rgb;
  readonly floor: Rgb;
  readonly accent: Rgb;
  /** World y where the wall ends. */
  readonly line: number;
  readonly x: number;
}

/** A thing for itself: large, before a quiet backdrop whose hue lies across from its own. */
export function composeStudio(view: View): Scene {
  const { width, height, unit, wish } = view;
  const random = view.random.fork('studio');
  const hue = across(leadOf(view), random.range(-0.09, 0.09));
  const quiet =
    wish.frame.is === 'clear' ||
    wish.style === 'sticker' ||
    wish.style === 'isometric' ||
    wish.style === 'line art';
  const dark = wish.style === 'neon' || wish.style === 'noir';
  const strength = random.range(0.22, 0.5);
  const level = dark ? 0.13 : random.range(0.7, 0.88);
  const asked = wish.colours[0];
  const wall = asked ?? hsl(hue, strength, level);
  const backdrop: Backdrop = {
    kind: quiet ? 'plain' : random.pick(BACKDROPS),
    wall: wish.style === 'line art' ? [250, 250, 248] : wall,
    floor: mix(wall, dark ? [6, 6, 12] : [90, 80, 84], quiet ? 0 : random.range(0.12, 0.26)),
    accent: mix(wall, luma(wall) > 110 ? [255, 255, 255] : [120, 130, 200], 0.42),
    line: height * (quiet ? 2 : random.range(0.66, 0.78)),
    x: width * random.range(0.42, 0.58),
  };
  const behind: Layer = {
    name: 'backdrop',
    depth: 0.1,
    motion: { kind: 'still' },
    paint: (raster) => paintBackdrop(raster, view, backdrop),
  };
  const tall = Math.min(height * 0.9, height / 2 + unit * 0.4);
  return {
    layers: [
      behind,
      ...placeSubjects(view, {
        ground: tall,
        depth: 0.6,
        mirrored: false,
        size: Math.min(0.8, (Math.max(width, height) / unit) * 0.8),
        ...(quiet ? { afloat: height / 2 } : {}),
      }),
    ],
    particles: 'none',
  };
}

function paintBackdrop(
  raster: Raster,
  view: View,
  { kind, wall, floor, accent, line, x }: Backdrop,
): void {
  const { unit, height } = view;
  const middle = height * 0.46;
  for (let row = 0; row < raster.height; row++) {
    const y = row + raster.top;
    for (let column = 0; column < raster.width; column++) {
      const dx = (column + raster.left - x) / unit;
      const dy = (y - middle) / unit;
      const far = Math.sqrt(dx * dx + dy * dy);
      const slot = (row * raster.width + column) * 4;
      const glow = Math.max(0, 1 - far * 1.25) * 0.3;
      blendBetween(raster.data, slot, wall, accent, glow, 1);
      const share = shareOf(kind, dx, dy, far, unit);
      if (share > 0 && y < line) blend(raster.data, slot, accent, share * 0.75);
      if (y >= line) {
        const down = Math.min(1, (y - line) / (unit * 0.3));
        blendBetween(raster.data, slot, floor, accent, 0.25 * (1 - down), 1);
      }
    }
  }
}

/** 0 to 1 of the accent at a place about the backdrop's middle. */
function shareOf(
  kind: Backdrop['kind'],
  dx: number,
  dy: number,
  far: number,
  unit: number,
): number {
  const edge = (distance: number): number => Math.min(1, Math.max(0, distance * unit + 0.5));
  switch (kind) {
    case 'plain':
      return 0;
    case 'disc':
      return edge(0.38 - far);
    case 'split':
      return edge(dx * 0.8 + dy * 0.6);
    case 'rays': {
      const turn = (Math.atan2(dy, dx) / (2 * Math.PI)) * 14;
      const ray = Math.abs(turn - Math.round(turn)) * 4 - 1;
      return edge((ray * far) / 4) * 0.5;
    }
    case 'arch':
      return dy < 0 ? edge(0.34 - far) : edge(0.34 - Math.abs(dx));
  }
}

/** The mean colour of the first subject, by what is strongest in it. */
function leadOf(view: View): Rgb {
  const [first] = view.wish.subjects;
  const sprite = first && view.sprites.get(first);
  if (sprite === undefined) return [120, 120, 120];
  const sum = [0, 0, 0];
  for (let at = 0; at < sprite.data.length; at += 28) {
    const [r, g, b] = [sprite.data[at]!, sprite.data[at + 1]!, sprite.data[at + 2]!];
    const weight = Math.max(r, g, b) - Math.min(r, g, b);
    sum[0]! += r * weight;
    sum[1]! += g * weight;
    sum[2]! += b * weight;
  }
  const most = Math.max(...sum, 1);
  return [(sum[0]! / most) * 255, (sum[1]! / most) * 255, (sum[2]! / most) * 255];
}

function across([r, g, b]: Rgb, shift: number): number {
  const high = Math.max(r, g, b);
  const span = high - Math.min(r, g, b);
  if (span < 12) return 0.58 + shift;
  const sixths = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return (((sixths / 6 + 0.5 + shift) % 1) + 1) % 1;
}
