import type { Brush } from '../art/brush.ts';
import { outline } from '../art/fill-outline.ts';
import type { Random } from '../art/random.ts';
import type { Subject } from './subject.ts';

function ship(brush: Brush): void {
  const masts = [
    [-0.22, 0.82],
    [0.04, 1],
    [0.27, 0.78],
  ] as const;
  for (const [x, top] of masts) {
    brush.stroke([x, 0.12, x, top], 0.016, 0.008, 'dark');
    const rows = top > 0.9 ? 3 : 2;
    for (let row = 0; row < rows; row++) {
      const y0 = 0.27 + row * 0.225;
      const y1 = y0 + 0.2;
      const half = 0.135 - row * 0.026;
      brush.blob(
        outline(
          [x - half, y0],
          [x - half * 0.2, y0 + 0.025],
          [x + half * 1.05, y0 + 0.008],
          [x + half * 1.25, (y0 + y1) / 2],
          [x + half * 0.86, y1],
          [x - half * 0.86, y1],
          [x - half * 0.72, (y0 + y1) / 2],
        ),
        'light',
      );
      brush.blob(
        outline(
          [x + half * 0.25, y0 + 0.016],
          [x + half * 1.05, y0 + 0.008],
          [x + half * 1.25, (y0 + y1) / 2],
          [x + half * 0.86, y1],
          [x + half * 0.45, y1],
        ),
        'dim',
      );
      brush.stroke([x - half, y1 + 0.004, x + half, y1 + 0.004], 0.01, 0.008, 'dark');
    }
    brush.poly([x, top, x + 0.085, top - 0.025, x, top - 0.05], 'accent');
  }
  brush.poly([0.31, 0.2, 0.52, 0.31, 0.29, 0.62], 'light');
  brush.stroke([0.28, 0.16, 0.54, 0.32], 0.018, 0.008, 'dark');
  brush.blob(
    [
      -0.43, 0.3, -0.37, 0.3, -0.33, 0.19, 0.1, 0.15, 0.33, 0.2, 0.4, 0.2, 0.33, 0.06, 0.24, -0.03,
      -0.34, -0.03, -0.4, 0.1,
    ],
    'body',
  );
  brush.blob([-0.4, 0.1, 0.33, 0.09, 0.3, 0.02, 0.24, -0.03, -0.34, -0.03], 'dark');
  brush.stroke([-0.4, 0.2, 0, 0.125, 0.37, 0.165], 0.012, 0.012, 'accent');
  for (let port = 0; port < 6; port++) brush.disc(-0.27 + port * 0.1, 0.085, 0.012, 0.012, 'glow');
}

function boat(brush: Brush): void {
  brush.stroke([0, 0.1, 0, 1], 0.016, 0.01, 'dark');
  brush.blob([0.02, 0.18, 0.36, 0.2, 0.22, 0.5, 0.02, 0.96, 0.02, 0.6], 'light');
  brush.blob([0.2, 0.19, 0.36, 0.2, 0.22, 0.5, 0.06, 0.9, 0.16, 0.5], 'dim');
  brush.blob([-0.03, 0.2, -0.27, 0.2, -0.13, 0.5, -0.02, 0.82], 'accent');
  brush.blob([-0.38, 0.15, 0.42, 0.15, 0.33, 0.02, 0.24, -0.03, -0.25, -0.03, -0.33, 0.04], 'body');
  brush.blob([-0.34, 0.06, 0.36, 0.06, 0.3, 0, 0.22, -0.03, -0.25, -0.03], 'dark');
}

function car(brush: Brush): void {
  brush.blob([-0.3, 0.4, -0.24, 0.66, -0.1, 0.78, 0.13, 0.78, 0.27, 0.62, 0.36, 0.42], 'body');
  brush.blob([-0.22, 0.45, -0.18, 0.62, -0.07, 0.7, -0.01, 0.7, -0.01, 0.45], 'glow');
  brush.blob([0.04, 0.45, 0.04, 0.7, 0.12, 0.7, 0.22, 0.6, 0.28, 0.46], 'glow');
  brush.blob(
    [
      -0.49, 0.16, -0.5, 0.36, -0.42, 0.46, 0, 0.48, 0.36, 0.44, 0.48, 0.36, 0.5, 0.17, 0.4, 0.13,
      -0.4, 0.13,
    ],
    'body',
  );
  brush.blob([-0.49, 0.16, 0.5, 0.17, 0.49, 0.25, 0, 0.27, -0.49, 0.25], 'shade');
  for (const x of [-0.29, 0.29]) {
    brush.disc(x, 0.14, 0.125, 0.14, 'dark');
    brush.disc(x, 0.14, 0.062, 0.07, 'light');
    brush.disc(x, 0.14, 0.025, 0.028, 'dark');
  }
  brush.disc(0.47, 0.32, 0.025, 0.045, 'glow');
  brush.disc(-0.485, 0.34, 0.015, 0.04, 'accent');
}

function train(brush: Brush): void {
  brush.box(-0.5, 0.28, 0.3, 0.32, 'dark');
  brush.blob([-0.16, 0.32, 0.42, 0.32, 0.46, 0.44, 0.42, 0.58, -0.16, 0.58], 'body');
  brush.blob([-0.16, 0.32, 0.42, 0.32, 0.45, 0.41, -0.16, 0.41], 'shade');
  brush.box(-0.46, 0.3, -0.14, 0.78, 'body');
  brush.box(-0.5, 0.76, -0.1, 0.83, 'accent');
  brush.box(-0.41, 0.54, -0.31, 0.7, 'glow');
  brush.box(-0.27, 0.54, -0.18, 0.7, 'glow');
  brush.poly([0.27, 0.57, 0.36, 0.57, 0.4, 0.8, 0.23, 0.8], 'dark');
  brush.blob([0.02, 0.56, 0.12, 0.56, 0.11, 0.68, 0.07, 0.72, 0.03, 0.68], 'accent');
  brush.poly([0.3, 0.06, 0.52, 0.06, 0.4, 0.3, 0.3, 0.3], 'dark');
  for (const [x, r] of [
    [-0.34, 0.15],
    [-0.06, 0.12],
    [0.14, 0.12],
    [0.31, 0.1],
  ] as const) {
    brush.disc(x, r, r * 0.92, r, 'dark');
    brush.disc(x, r, r * 0.68, r * 0.74, 'accent');
    brush.disc(x, r, r * 0.2, r * 0.22, 'dark');
  }
  brush.stroke([-0.34, 0.14, -0.06, 0.11, 0.14, 0.11], 0.03, 0.03, 'light');
  brush.disc(0.45, 0.5, 0.035, 0.05, 'glow');
}

function rocket(brush: Brush): void {
  brush.blob([-0.07, 0.16, 0, -0.14, 0.07, 0.16], 'glow');
  brush.blob([-0.1, 0.18, -0.23, 0.02, -0.25, 0.2, -0.1, 0.42], 'accent');
  brush.blob([0.1, 0.18, 0.23, 0.02, 0.25, 0.2, 0.1, 0.42], 'dark');
  brush.blob(
    [-0.1, 0.15, 0.1, 0.15, 0.145, 0.42, 0.115, 0.72, 0, 1, -0.115, 0.72, -0.145, 0.42],
    'body',
  );
  brush.blob(
    [0.02, 0.15, 0.1, 0.15, 0.145, 0.42, 0.115, 0.72, 0, 1, 0.06, 0.7, 0.07, 0.4],
    'shade',
  );
  brush.blob([-0.098, 0.76, 0, 0.8, 0.098, 0.76, 0.05, 0.9, 0, 1, -0.05, 0.9], 'accent');
  brush.disc(-0.005, 0.6, 0.062, 0.062, 'dark');
  brush.disc(-0.005, 0.6, 0.045, 0.045, 'glow');
  brush.box(-0.075, 0.12, 0.075, 0.16, 'dark');
}

function plane(brush: Brush): void {
  brush.poly([0.02, 0.5, -0.16, 0.86, -0.09, 0.86, 0.16, 0.52], 'shade');
  brush.blob(
    [0.5, 0.5, 0.42, 0.57, 0.2, 0.6, -0.3, 0.57, -0.46, 0.53, -0.3, 0.47, 0.2, 0.42, 0.44, 0.44],
    'body',
  );
  brush.blob([0.5, 0.5, 0.2, 0.49, -0.46, 0.52, -0.3, 0.47, 0.2, 0.42, 0.44, 0.44], 'shade');
  brush.poly([-0.34, 0.54, -0.5, 0.78, -0.41, 0.78, -0.22, 0.56], 'accent');
  brush.poly([0.06, 0.47, -0.24, 0.12, -0.13, 0.12, 0.22, 0.46], 'accent');
  brush.poly([-0.32, 0.51, -0.46, 0.4, -0.39, 0.4, -0.25, 0.5], 'accent');
  for (let port = 0; port < 7; port++)
    brush.disc(-0.14 + port * 0.065, 0.535, 0.011, 0.013, 'glow');
  brush.blob([0.38, 0.52, 0.46, 0.515, 0.42, 0.56, 0.36, 0.565], 'glow');
}

function balloon(brush: Brush, random: Random): void {
  const stripes = random.integer(3, 4);
  brush.blob(
    [
      0, 0.26, -0.12, 0.38, -0.3, 0.58, -0.31, 0.8, -0.16, 0.97, 0, 1, 0.16, 0.97, 0.31, 0.8, 0.3,
      0.58, 0.12, 0.38,
    ],
    'body',
  );
  for (let stripe = 0; stripe < stripes; stripe++) {
    const across = (stripe + 0.5) / stripes - 0.5;
    const half = 0.3 / stripes / 2;
    const x = across * 0.62;
    brush.blob(
      outline(
        [across * 0.08, 0.27],
        [x - half, 0.6],
        [x - half, 0.8],
        [across * 0.1, 0.995],
        [across * 0.1 + 0.02, 0.995],
        [x + half, 0.8],
        [x + half, 0.6],
        [across * 0.08 + 0.02, 0.27],
      ),
      stripe % 2 === 0 ? 'accent' : 'light',
    );
  }
  brush.stroke([-0.06, 0.3, -0.045, 0.12], 0.006, 0.006, 'dark');
  brush.stroke([0.06, 0.3, 0.045, 0.12], 0.006, 0.006, 'dark');
  brush.blob([-0.055, 0.12, 0.055, 0.12, 0.045, 0, -0.045, 0], 'dark');
  brush.disc(0, 0.2, 0.02, 0.035, 'glow');
}

export const VEHICLES: Readonly<Record<string, Subject>> = {
  ship: { draw: ship, size: 0.46, stand: 'water', moves: 'sail', colour: '#7a5236' },
  boat: { draw: boat, size: 0.34, stand: 'water', moves: 'sail', colour: '#a85d3c' },
  car: { draw: car, size: 0.2, stand: 'ground', moves: 'drive', colour: '#c0392f' },
  train: { draw: train, size: 0.26, stand: 'ground', moves: 'drive', colour: '#3f4a5a' },
  rocket: { draw: rocket, size: 0.5, stand: 'air', moves: 'hover', colour: '#dfe3e8' },
  plane: { draw: plane, size: 0.3, stand: 'air', moves: 'fly', colour: '#dfe4ea' },
  balloon: { draw: balloon, size: 0.4, stand: 'air', moves: 'hover', colour: '#d8573f' },
};
