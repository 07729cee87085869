import { hsl, mix, smoothstep } from '../art/colour.ts';
import type { Rgb } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { addGlow, addLight, blend } from '../art/raster.ts';
import type { Layer, Scene } from '../scene.ts';
import { paintSky } from '../elements/paint-sky.ts';
import { placeSubjects } from '../stage.ts';
import type { View } from '../view.ts';

/** Stars, a nebula, one large planet with or without a ring, its moon, and what floats there. */
export function composeSpace(view: View): Scene {
  const random = view.random.fork('space');
  const { width, height, unit } = view;
  const left = view.sunX > width / 2;
  const radius = unit * random.range(0.2, 0.3);
  const hue = random.next();
  const planet: Planet = {
    x: width * (left ? random.range(0.2, 0.32) : random.range(0.68, 0.8)),
    y: height * random.range(0.3, 0.44),
    radius,
    low: view.wish.colours[0] ?? hsl(hue, 0.45, 0.3),
    high: view.wish.colours[1] ?? hsl(hue + random.range(0.05, 0.2), 0.55, 0.68),
    banded: random.chance(0.5),
    ring: random.chance(0.55) ? radius * 2.1 : 0,
    offset: random.range(0, 50),
  };
  const moon: Planet = {
    ...planet,
    x: width * (left ? random.range(0.42, 0.55) : random.range(0.42, 0.55)),
    y: height * random.range(0.14, 0.24),
    radius: unit * random.range(0.035, 0.06),
    low: [88, 86, 92],
    high: [205, 202, 196],
    banded: false,
    ring: 0,
    offset: planet.offset + 9,
  };
  const body = (name: string, planetary: Planet, depth: number): Layer => ({
    name,
    depth,
    motion: { kind: 'bob', reach: 0, period: 10, speed: -0.02 * depth },
    box: boxOf(planetary),
    paint: (raster) => paintPlanet(raster, view, planetary),
  });
  return {
    layers: [
      {
        name: 'stars',
        depth: 0.03,
        motion: { kind: 'still' },
        paint: (raster) => paintSky(raster, view),
      },
      {
        name: 'nebula',
        depth: 0.08,
        motion: { kind: 'drift', speed: -0.004 },
        paint: (raster) => paintNebula(raster, view),
      },
      body('moon', moon, 0.16),
      body('planet', planet, 0.3),
      ...placeSubjects(view, {
        ground: height * 0.8,
        depth: 0.8,
        mirrored: false,
        afloat: height * 0.62,
      }),
    ],
    particles: 'none',
  };
}

interface Planet {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly low: Rgb;
  readonly high: Rgb;
  readonly banded: boolean;
  /** Outer radius; 0 is none. */
  readonly ring: number;
  readonly offset: number;
}

function boxOf({ x, y, radius, ring }: Planet): NonNullable<Layer['box']> {
  const reach = Math.ceil(Math.max(radius * 1.25, ring) + 2);
  return {
    left: Math.floor(x - reach),
    top: Math.floor(y - reach),
    width: reach * 2,
    height: reach * 2,
  };
}

function paintNebula(raster: Raster, view: View): void {
  const { noise, unit, palette } = view;
  const warm = mix(palette.horizon, [255, 120, 150], 0.35);
  const cool = mix(palette.sky, [70, 120, 255], 0.5);
  const block = Math.max(2, Math.round(unit / 220));
  for (let y = 0; y < raster.height; y += block) {
    for (let x = 0; x < raster.width; x += block) {
      const u = (x + raster.left) / unit;
      const v = (y + raster.top) / unit;
      const bend = noise.fbm(u * 1.6 + 3, v * 1.6 + 8, 3);
      const cloud = noise.fbm(u * 1.8 + bend * 1.1, v * 1.8 - bend, view.light ? 3 : 5);
      const strength = smoothstep(-0.1, 0.6, cloud);
      const dust = smoothstep(0.15, 0.5, noise.fbm(u * 3.3 + 20, v * 3.3 + bend, 4));
      const colour = mix(cool, warm, smoothstep(-0.35, 0.4, bend + cloud * 0.4));
      const level = strength * strength * 0.85 * (1 - dust * 0.55);
      if (level < 0.01) continue;
      for (let by = 0; by < block && y + by < raster.height; by++) {
        for (let bx = 0; bx < block && x + bx < raster.width; bx++) {
          addLight(raster.data, ((y + by) * raster.width + x + bx) * 4, colour, level * 0.6);
        }
      }
    }
  }
}

/** A lit ball: noise for its face, dark on the side away from the sun, a thin bright edge of air. */
function paintPlanet(raster: Raster, view: View, planet: Planet): void {
  const { noise } = view;
  const { x, y, radius } = planet;
  const light = Math.hypot(view.sunX - x, view.sunY - y, radius * 1.6);
  const [lx, ly, lz] = [(view.sunX - x) / light, (view.sunY - y) / light, (radius * 1.6) / light];
  addGlow(
    raster,
    x + lx * radius * 0.2,
    y + ly * radius * 0.2,
    radius * 1.22,
    mix(planet.high, [160, 200, 255], 0.5),
    0.32,
  );
  if (planet.ring > 0) paintRing(raster, planet, -1);
  const y0 = Math.max(0, Math.floor(y - radius - 1 - raster.top));
  const y1 = Math.min(raster.height, Math.ceil(y + radius + 1 - raster.top));
  for (let row = y0; row < y1; row++) {
    const ny = (row + 0.5 + raster.top - y) / radius;
    for (
      let column = Math.max(0, Math.floor(x - radius - 1 - raster.left));
      column < Math.min(raster.width, x + radius + 1 - raster.left);
      column++
    ) {
      const nx = (column + 0.5 + raster.left - x) / radius;
      const far = Math.sqrt(nx * nx + ny * ny);
      const cover = Math.min(1, (1 - far) * radius + 0.5);
      if (cover <= 0) continue;
      const nz = Math.sqrt(Math.max(0, 1 - far * far));
      const lit = Math.max(0, nx * lx + ny * ly + nz * lz);
      const warp = noise.fbm(nx * 2 + planet.offset, ny * 2 + nz, 3);
      const face = planet.banded
        ? 0.5 + 0.5 * noise.at(planet.offset, ny * 5 + nx * 0.5 + warp * 0.9)
        : smoothstep(
            -0.25,
            0.3,
            noise.fbm(
              (nx / (0.5 + nz * 0.5)) * 1.8 + planet.offset,
              ny * 2.2 + warp * 0.3,
              view.light ? 3 : 5,
            ),
          );
      const colour = mix(planet.low, planet.high, face);
      const rim = (1 - nz) ** 3 * lit * 0.8;
      const level = 0.035 + lit * 1.05;
      blend(
        raster.data,
        (row * raster.width + column) * 4,
        [
          Math.min(255, colour[0] * level + 150 * rim),
          Math.min(255, colour[1] * level + 185 * rim),
          Math.min(255, colour[2] * level + 235 * rim),
        ],
        cover,
      );
    }
  }
  if (planet.ring > 0) paintRing(raster, planet, 1);
}

/** The half of the ring behind the planet (−1) or before it (1). */
function paintRing(raster: Raster, planet: Planet, side: -1 | 1): void {
  const { x, y, radius, ring } = planet;
  for (let row = 0; row < raster.height; row++) {
    for (let column = 0; column < raster.width; column++) {
      const dx = column + raster.left - x;
      const dy = row + raster.top - y;
      // Turned a little, and seen from a low angle.
      const along = dx * 0.94 + dy * 0.34;
      const across = (dy * 0.94 - dx * 0.34) * 3.4;
      if (Math.sign(across) !== side) continue;
      const far = Math.sqrt(along * along + across * across);
      if (far < radius * 1.25 || far > ring) continue;
      const t = (far - radius * 1.25) / (ring - radius * 1.25);
      const grooves = 0.5 + 0.5 * Math.sin(t * 34) * Math.sin(t * 13 + 1);
      const opacity = Math.min(1, t * 14) * Math.min(1, (1 - t) * 8) * (0.25 + 0.55 * grooves);
      blend(
        raster.data,
        (row * raster.width + column) * 4,
        mix(planet.high, [255, 244, 226], 0.5),
        opacity,
      );
    }
  }
}
