import type { Brush } from '../art/brush.ts';
import type { Subject } from './subject.ts';

function dragon(brush: Brush): void {
  // Far wing, tail, body, neck and head, near wing.
  brush.poly(
    [
      0.06, 0.5, 0.16, 0.86, 0.44, 0.98, 0.36, 0.84, 0.41, 0.76, 0.3, 0.73, 0.32, 0.62, 0.2, 0.62,
      0.16, 0.46,
    ],
    'shade',
  );
  brush.stroke([-0.1, 0.32, -0.28, 0.2, -0.42, 0.28, -0.5, 0.44], 0.13, 0.01, 'body');
  brush.poly([-0.5, 0.4, -0.56, 0.53, -0.46, 0.49, -0.43, 0.55, -0.45, 0.4], 'accent');
  brush.blob(
    [-0.17, 0.3, -0.1, 0.2, 0.06, 0.2, 0.18, 0.3, 0.19, 0.45, 0.08, 0.53, -0.08, 0.46],
    'body',
  );
  brush.blob([-0.02, 0.22, 0.12, 0.26, 0.17, 0.36, 0.16, 0.45, 0.1, 0.36, 0, 0.27], 'light');
  brush.stroke([0.1, 0.46, 0.24, 0.56, 0.24, 0.7, 0.32, 0.77], 0.14, 0.075, 'body');
  brush.blob(
    [0.25, 0.73, 0.3, 0.82, 0.37, 0.83, 0.47, 0.77, 0.5, 0.72, 0.44, 0.705, 0.34, 0.7],
    'body',
  );
  brush.poly([0.36, 0.705, 0.5, 0.72, 0.47, 0.685, 0.38, 0.68], 'shade');
  brush.stroke([0.31, 0.81, 0.25, 0.88, 0.2, 0.92], 0.03, 0.004, 'accent');
  brush.stroke([0.34, 0.82, 0.3, 0.9, 0.27, 0.95], 0.026, 0.004, 'accent');
  brush.disc(0.385, 0.778, 0.013, 0.013, 'glow');
  for (let spike = 0; spike < 7; spike++) {
    const t = spike / 6;
    const x = 0.17 - t * 0.42;
    const y = 0.6 - t * 0.29 + Math.sin(t * 3) * 0.02;
    brush.poly([x - 0.025, y - 0.03, x + 0.025, y - 0.02, x - 0.02, y + 0.055], 'accent');
  }
  for (const [x, tone] of [
    [-0.13, 'shade'],
    [0.07, 'shade'],
    [-0.06, 'body'],
    [0.14, 'body'],
  ] as const) {
    brush.stroke([x, 0.34, x - 0.04, 0.17, x + 0.01, 0.06, x - 0.005, 0.015], 0.11, 0.035, tone);
    brush.blob([x - 0.035, 0, x + 0.07, 0, x + 0.05, 0.035, x - 0.02, 0.045], tone);
  }
  brush.poly(
    [
      0.05, 0.47, -0.02, 0.88, -0.32, 1, -0.25, 0.85, -0.35, 0.8, -0.24, 0.72, -0.3, 0.63, -0.16,
      0.6, -0.17, 0.5, -0.05, 0.44,
    ],
    'accent',
  );
  for (const [x, y] of [
    [-0.32, 1],
    [-0.35, 0.8],
    [-0.3, 0.63],
  ] as const) {
    brush.stroke([-0.02, 0.86, x * 0.6, y * 0.95, x, y], 0.022, 0.006, 'body');
  }
  brush.stroke([0.06, 0.46, -0.02, 0.88], 0.05, 0.03, 'body');
}

function bird(brush: Brush): void {
  brush.poly([0.02, 0.5, 0.1, 0.74, 0.3, 0.94, 0.26, 0.8, 0.22, 0.62, 0.14, 0.48], 'shade');
  brush.poly(
    [-0.16, 0.44, -0.46, 0.34, -0.5, 0.42, -0.44, 0.46, -0.48, 0.52, -0.16, 0.54],
    'accent',
  );
  brush.blob([-0.2, 0.46, -0.02, 0.38, 0.18, 0.44, 0.28, 0.54, 0.22, 0.61, 0, 0.57], 'body');
  brush.blob([-0.06, 0.4, 0.16, 0.44, 0.22, 0.5, 0.02, 0.47], 'light');
  brush.disc(0.29, 0.585, 0.065, 0.06, 'body');
  brush.poly([0.34, 0.6, 0.43, 0.565, 0.34, 0.555], 'glow');
  brush.disc(0.31, 0.6, 0.011, 0.012, 'dark');
  brush.poly(
    [
      0.12, 0.55, 0.02, 0.84, -0.26, 1, -0.22, 0.9, -0.3, 0.88, -0.22, 0.8, -0.28, 0.75, -0.18, 0.7,
      -0.2, 0.62, -0.1, 0.5,
    ],
    'body',
  );
  brush.poly([0.06, 0.53, 0, 0.76, -0.18, 0.9, -0.12, 0.76, -0.14, 0.64, -0.06, 0.51], 'accent');
}

function whale(brush: Brush): void {
  brush.blob(
    [
      0.48, 0.16, 0.46, 0.3, 0.28, 0.42, 0.02, 0.42, -0.2, 0.3, -0.36, 0.22, -0.3, 0.12, -0.1,
      -0.02, 0.2, -0.06, 0.42, 0.02,
    ],
    'body',
  );
  brush.blob(
    [0.46, 0.12, 0.3, 0.1, 0, 0.06, -0.24, 0.12, -0.1, -0.02, 0.2, -0.06, 0.42, 0.02],
    'light',
  );
  brush.blob(
    [-0.3, 0.2, -0.4, 0.28, -0.5, 0.48, -0.43, 0.42, -0.36, 0.5, -0.34, 0.38, -0.28, 0.28],
    'body',
  );
  brush.blob([0.16, 0.08, 0.1, -0.08, 0, -0.12, 0.06, 0.06], 'shade');
  brush.disc(0.34, 0.19, 0.012, 0.014, 'dark');
  brush.stroke([0.2, 0.42, 0.19, 0.62, 0.12, 0.74], 0.02, 0.035, 'light');
  brush.stroke([0.2, 0.42, 0.22, 0.64, 0.3, 0.72], 0.02, 0.035, 'light');
}

function fish(brush: Brush): void {
  brush.poly([-0.22, 0.5, -0.5, 0.78, -0.42, 0.5, -0.5, 0.22], 'accent');
  brush.blob([0.02, 0.7, -0.12, 0.9, 0.14, 0.86, 0.2, 0.68], 'accent');
  brush.blob(
    [0.44, 0.5, 0.3, 0.68, 0.05, 0.75, -0.18, 0.63, -0.3, 0.5, -0.18, 0.37, 0.05, 0.25, 0.3, 0.32],
    'body',
  );
  brush.blob([0.43, 0.46, 0.2, 0.42, -0.28, 0.48, -0.18, 0.37, 0.05, 0.25, 0.3, 0.32], 'light');
  for (const x of [-0.08, 0.08])
    brush.stroke([x, 0.7, x + 0.04, 0.5, x, 0.32], 0.03, 0.02, 'shade');
  brush.blob([0.14, 0.48, 0.02, 0.3, -0.04, 0.34, 0.04, 0.48], 'accent');
  brush.disc(0.3, 0.56, 0.045, 0.06, 'light');
  brush.disc(0.31, 0.56, 0.022, 0.032, 'dark');
}

export const CREATURES: Readonly<Record<string, Subject>> = {
  dragon: { draw: dragon, size: 0.5, stand: 'ground', moves: 'hover', colour: '#a63d33' },
  bird: { draw: bird, size: 0.3, stand: 'air', moves: 'fly', colour: '#5d7ea3' },
  whale: { draw: whale, size: 0.4, stand: 'water', moves: 'sail', colour: '#4a6a85' },
  fish: { draw: fish, size: 0.3, stand: 'deep', moves: 'fly', colour: '#e58a3c' },
};
