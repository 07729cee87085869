import type { Brush } from '../art/brush.ts';
import { outline } from '../art/fill-outline.ts';
import type { Random } from '../art/random.ts';
import type { Subject } from './subject.ts';

function mushroom(brush: Brush): void {
  brush.blob([-0.1, 0, 0.1, 0, 0.07, 0.25, 0.085, 0.55, -0.085, 0.55, -0.07, 0.25], 'light');
  brush.blob([0.02, 0, 0.1, 0, 0.07, 0.25, 0.085, 0.55, 0.02, 0.55], 'dim');
  brush.blob([-0.3, 0.5, 0, 0.44, 0.3, 0.5, 0, 0.56], 'dark');
  brush.blob(
    [-0.4, 0.5, -0.3, 0.74, -0.12, 0.94, 0.06, 0.98, 0.24, 0.84, 0.4, 0.5, 0.2, 0.535, -0.2, 0.535],
    'body',
  );
  for (const [x, y, r] of [
    [-0.18, 0.7, 0.06],
    [0.06, 0.82, 0.07],
    [0.2, 0.64, 0.045],
    [-0.02, 0.62, 0.035],
    [-0.08, 0.88, 0.03],
  ] as const) {
    brush.disc(x, y, r, r * 0.8, 'light');
  }
}

function crystal(brush: Brush, random: Random): void {
  for (let shard = 0; shard < 7; shard++) {
    const side = shard % 2 === 0 ? 1 : -1;
    const lean = side * (0.06 + shard * 0.055) * random.range(0.8, 1.2);
    const tall = (1 - shard * 0.105) * random.range(0.9, 1);
    const half = 0.085 - shard * 0.006;
    const x = lean * 0.7;
    const top = x + lean;
    brush.poly([x - half, 0, x, -0.02, top, tall, top - half * 0.8, tall * 0.82], 'light');
    brush.poly([x, -0.02, x + half * 0.7, 0, top + half * 0.6, tall * 0.8, top, tall], 'body');
    brush.poly(
      outline(
        [x + half * 0.7, 0],
        [x + half, 0.02],
        [top + half * 0.9, tall * 0.76],
        [top + half * 0.6, tall * 0.8],
      ),
      'shade',
    );
  }
  brush.poly([-0.035, 0.12, -0.005, 0.1, 0.045, 0.78, 0.025, 0.8], 'glow');
}

function sword(brush: Brush): void {
  brush.blob([-0.4, -0.04, 0.4, -0.04, 0.24, 0.12, 0.06, 0.2, -0.1, 0.19, -0.28, 0.1], 'dark');
  brush.poly([-0.045, 0.12, 0, 0.1, 0, 0.76, -0.05, 0.76], 'light');
  brush.poly([0, 0.1, 0.045, 0.12, 0.05, 0.76, 0, 0.76], 'body');
  brush.blob(
    [-0.2, 0.75, -0.02, 0.76, 0.02, 0.76, 0.2, 0.75, 0.19, 0.81, 0, 0.8, -0.19, 0.81],
    'accent',
  );
  brush.box(-0.025, 0.8, 0.025, 0.94, 'shade');
  brush.disc(0, 0.965, 0.045, 0.045, 'accent');
  brush.disc(0, 0.965, 0.02, 0.02, 'glow');
}

function chair(brush: Brush): void {
  for (const [x, tone] of [
    [-0.24, 'shade'],
    [0.2, 'shade'],
    [-0.18, 'dark'],
    [0.27, 'dark'],
  ] as const) {
    brush.poly([x - 0.022, 0, x + 0.022, 0, x + 0.03, 0.34, x - 0.03, 0.34], tone);
  }
  brush.blob(
    [-0.28, 0.42, -0.31, 0.72, -0.26, 0.97, 0, 1, 0.26, 0.97, 0.31, 0.72, 0.28, 0.42],
    'body',
  );
  brush.blob(
    [-0.21, 0.48, -0.23, 0.72, -0.19, 0.9, 0, 0.93, 0.19, 0.9, 0.23, 0.72, 0.21, 0.48],
    'light',
  );
  brush.blob([-0.3, 0.3, 0.3, 0.3, 0.34, 0.4, 0.3, 0.48, -0.3, 0.48, -0.34, 0.4], 'accent');
  brush.blob([-0.3, 0.3, 0.3, 0.3, 0.33, 0.37, -0.33, 0.37], 'shade');
  for (const side of [-1, 1]) {
    brush.blob(
      [side * 0.29, 0.36, side * 0.38, 0.38, side * 0.4, 0.62, side * 0.32, 0.64],
      side < 0 ? 'body' : 'shade',
    );
  }
}

function lamp(brush: Brush): void {
  brush.stroke([-0.11, 0.82, 0, 0.98, 0.11, 0.82], 0.022, 0.022, 'dark');
  brush.poly([-0.2, 0.72, 0.2, 0.72, 0.1, 0.84, -0.1, 0.84], 'accent');
  brush.poly([0.02, 0.72, 0.2, 0.72, 0.1, 0.84, 0.02, 0.84], 'dark');
  brush.poly([-0.17, 0.14, 0.17, 0.14, 0.19, 0.72, -0.19, 0.72], 'glow');
  for (const x of [-0.175, -0.06, 0.055, 0.165])
    brush.stroke([x, 0.14, x * 1.1, 0.72], 0.02, 0.02, 'dark');
  brush.box(-0.22, 0.06, 0.22, 0.15, 'body');
  brush.box(0.02, 0.06, 0.22, 0.15, 'shade');
  brush.box(-0.26, 0, 0.26, 0.07, 'dark');
}

function vase(brush: Brush): void {
  brush.blob(
    [
      -0.12, 0, 0.12, 0, 0.2, 0.14, 0.28, 0.4, 0.2, 0.64, 0.09, 0.76, 0.1, 0.9, 0.15, 0.98, -0.15,
      0.98, -0.1, 0.9, -0.09, 0.76, -0.2, 0.64, -0.28, 0.4, -0.2, 0.14,
    ],
    'body',
  );
  brush.blob(
    [
      0.04, 0, 0.12, 0, 0.2, 0.14, 0.28, 0.4, 0.2, 0.64, 0.09, 0.76, 0.1, 0.9, 0.15, 0.98, 0.08,
      0.98, 0.04, 0.8, 0.13, 0.6, 0.17, 0.4, 0.1, 0.14,
    ],
    'shade',
  );
  brush.blob([-0.19, 0.3, -0.14, 0.28, -0.13, 0.5, -0.17, 0.55], 'light');
  brush.stroke([-0.25, 0.47, 0, 0.43, 0.25, 0.47], 0.035, 0.035, 'accent');
  brush.stroke([-0.25, 0.35, 0, 0.31, 0.25, 0.35], 0.018, 0.018, 'accent');
  brush.blob([-0.13, 0.96, 0, 0.94, 0.13, 0.96, 0, 0.99], 'dark');
}

function book(brush: Brush): void {
  brush.poly([-0.5, 0.06, 0, 0, 0.5, 0.06, 0.46, 0.6, 0, 0.52, -0.46, 0.6], 'accent');
  brush.blob([-0.46, 0.12, -0.2, 0.06, 0, 0.04, 0, 0.54, -0.2, 0.62, -0.43, 0.6], 'light');
  brush.blob([0.46, 0.12, 0.2, 0.06, 0, 0.04, 0, 0.54, 0.2, 0.62, 0.43, 0.6], 'body');
  for (let line = 0; line < 6; line++) {
    const y = 0.18 + line * 0.06;
    brush.stroke([-0.38, y + 0.03, -0.2, y, -0.06, y - 0.02], 0.008, 0.008, 'shade');
    brush.stroke([0.38, y + 0.03, 0.2, y, 0.06, y - 0.02], 0.008, 0.008, 'dark');
  }
  brush.blob([0.02, 0.05, 0.05, 0.06, 0.07, -0.08, 0.03, -0.06], 'accent');
}

function crate(brush: Brush): void {
  brush.box(-0.42, 0, 0.42, 0.52, 'body');
  brush.box(0.08, 0, 0.42, 0.52, 'shade');
  brush.blob([-0.44, 0.5, 0.44, 0.5, 0.44, 0.66, 0.3, 0.84, -0.3, 0.84, -0.44, 0.66], 'body');
  brush.blob([0.08, 0.5, 0.44, 0.5, 0.44, 0.66, 0.3, 0.84, 0.08, 0.84], 'shade');
  for (const x of [-0.34, 0.28]) brush.box(x, 0, x + 0.06, 0.82, 'accent');
  brush.box(-0.44, 0.47, 0.44, 0.53, 'accent');
  brush.blob([-0.075, 0.36, 0.075, 0.36, 0.085, 0.54, -0.085, 0.54], 'light');
  brush.disc(0, 0.46, 0.022, 0.026, 'dark');
  for (const y of [0.13, 0.28, 0.66]) brush.box(-0.42, y, 0.42, y + 0.008, 'dark');
}

export const THINGS: Readonly<Record<string, Subject>> = {
  mushroom: { draw: mushroom, size: 0.4, stand: 'ground', colour: '#c23b30' },
  crystal: { draw: crystal, size: 0.46, stand: 'ground', moves: 'hover', colour: '#5aa9e6' },
  sword: { draw: sword, size: 0.52, stand: 'ground', colour: '#b4bec8' },
  chair: { draw: chair, size: 0.5, stand: 'ground', colour: '#8a5636' },
  lamp: { draw: lamp, size: 0.4, stand: 'ground', colour: '#5b4632' },
  vase: { draw: vase, size: 0.44, stand: 'ground', colour: '#3f77a8' },
  book: { draw: book, size: 0.4, stand: 'ground', colour: '#e4d6b4' },
  crate: { draw: crate, size: 0.34, stand: 'ground', colour: '#8a5f38' },
};
