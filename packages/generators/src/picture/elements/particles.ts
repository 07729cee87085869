import type { Particles } from '../scene.ts';
import type { View } from '../view.ts';

/** One particle at a time of a video: a short stroke or a dot. */
export interface Particle {
  readonly x: number;
  readonly y: number;
  /** Radius. Unit: pixels. */
  readonly radius: number;
  /** Stroke, from x, y on. Unit: pixels. */
  readonly dx: number;
  readonly dy: number;
  /** 0 to 1. */
  readonly strength: number;
}

export function particlesOf(view: View): Particles {
  switch (view.wish.weather) {
    case 'rain':
    case 'storm':
      return view.wish.biome === 'underwater' || view.wish.biome === 'space' ? 'none' : 'rain';
    case 'snow':
      return 'snow';
    default:
      break;
  }
  switch (view.wish.biome) {
    case 'volcano':
      return 'embers';
    case 'underwater':
      return 'bubbles';
    case 'interior':
      return 'dust';
    case 'forest':
      return view.palette.night || view.wish.daytime === 'dusk' ? 'fireflies' : 'none';
    default:
      return 'none';
  }
}

/** Where all particles are at `time` (seconds). Every one wraps around the frame. */
export function particlesAt(view: View, kind: Particles, time: number): Particle[] {
  if (kind === 'none') return [];
  const { width, height, unit } = view;
  const random = view.random.fork('particles');
  const rule = RULES[kind];
  const count = Math.round((rule.count * width * height) / (unit * unit) / (view.light ? 2 : 1));
  const result: Particle[] = [];
  for (let index = 0; index < count; index++) {
    const near = random.next();
    const startX = random.next();
    const startY = random.next();
    const phase = random.range(0, 6.28);
    const speed = (0.5 + near) * unit;
    const wobble = Math.sin(time * rule.sway + phase) * rule.wander * unit;
    const x = startX * width * 1.2 + rule.speedX * speed * time + wobble;
    const y =
      startY * height * 1.1 +
      rule.speedY * speed * time +
      Math.cos(time * rule.sway * 0.7 + phase) * rule.wander * unit * 0.6;
    const pulse = rule.blink === 0 ? 1 : 0.5 + 0.5 * Math.sin(time * rule.blink + phase * 3);
    result.push({
      x: modulo(x, width * 1.2) - width * 0.1,
      y: modulo(y, height * 1.1) - height * 0.05,
      radius: Math.max(0.5, rule.radius * unit * (0.35 + near)),
      dx: rule.trail * rule.speedX * speed,
      dy: rule.trail * rule.speedY * speed,
      strength: rule.strength * (0.4 + 0.6 * near) * pulse,
    });
  }
  return result;
}

interface Rule {
  /** Particles on a square frame. */
  readonly count: number;
  readonly radius: number;
  /** In units a second. */
  readonly speedX: number;
  readonly speedY: number;
  /** Length of the stroke. Unit: seconds of its way. */
  readonly trail: number;
  readonly sway: number;
  readonly wander: number;
  readonly blink: number;
  readonly strength: number;
}

const RULES: Readonly<Record<Exclude<Particles, 'none'>, Rule>> = {
  rain: {
    count: 420,
    radius: 0.0011,
    speedX: -0.22,
    speedY: 1.5,
    trail: 0.035,
    sway: 0,
    wander: 0,
    blink: 0,
    strength: 0.34,
  },
  snow: {
    count: 330,
    radius: 0.0042,
    speedX: 0.03,
    speedY: 0.11,
    trail: 0,
    sway: 1.1,
    wander: 0.02,
    blink: 0,
    strength: 0.85,
  },
  embers: {
    count: 130,
    radius: 0.003,
    speedX: 0.04,
    speedY: -0.12,
    trail: 0,
    sway: 1.7,
    wander: 0.02,
    blink: 3,
    strength: 0.95,
  },
  fireflies: {
    count: 60,
    radius: 0.0045,
    speedX: 0.006,
    speedY: -0.004,
    trail: 0,
    sway: 0.8,
    wander: 0.04,
    blink: 1.8,
    strength: 0.95,
  },
  dust: {
    count: 110,
    radius: 0.0022,
    speedX: 0.008,
    speedY: -0.01,
    trail: 0,
    sway: 0.5,
    wander: 0.02,
    blink: 0.9,
    strength: 0.4,
  },
  bubbles: {
    count: 70,
    radius: 0.0055,
    speedX: 0.004,
    speedY: -0.09,
    trail: 0,
    sway: 1.6,
    wander: 0.012,
    blink: 0,
    strength: 0.4,
  },
};

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
