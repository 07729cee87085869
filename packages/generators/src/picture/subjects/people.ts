import type { Brush } from '../art/brush.ts';
import type { Subject } from './subject.ts';

function legs(brush: Brush, width: number): void {
  brush.stroke([-0.035, 0.46, -0.075, 0.24, -0.095, 0.02], width, width * 0.6, 'shade');
  brush.stroke([0.035, 0.46, 0.075, 0.24, 0.07, 0.02], width, width * 0.6, 'dark');
  brush.blob([-0.13, 0, -0.04, 0, -0.05, 0.035, -0.12, 0.04], 'dark');
  brush.blob([0.03, 0, 0.13, 0, 0.11, 0.035, 0.04, 0.04], 'dark');
}

function person(brush: Brush): void {
  legs(brush, 0.085);
  brush.blob(
    [-0.1, 0.42, 0.1, 0.42, 0.115, 0.62, 0.1, 0.78, 0, 0.8, -0.1, 0.78, -0.115, 0.62],
    'body',
  );
  brush.blob([0.01, 0.42, 0.1, 0.42, 0.115, 0.62, 0.1, 0.78, 0.03, 0.78], 'shade');
  brush.blob([-0.17, 0.5, -0.09, 0.48, -0.08, 0.76, -0.15, 0.74], 'accent');
  brush.stroke([0.09, 0.74, 0.15, 0.6, 0.13, 0.44], 0.06, 0.04, 'body');
  brush.stroke([-0.08, 0.74, -0.13, 0.6, -0.09, 0.46], 0.06, 0.04, 'shade');
  brush.disc(0.005, 0.88, 0.07, 0.085, 'light');
  brush.blob(
    [-0.08, 0.87, -0.07, 0.97, 0.01, 1, 0.075, 0.96, 0.07, 0.91, 0, 0.93, -0.04, 0.84],
    'dark',
  );
}

function knight(brush: Brush): void {
  brush.poly([-0.02, 0.78, -0.22, 0.08, 0.1, 0.1, 0.06, 0.78], 'accent');
  legs(brush, 0.1);
  brush.blob([-0.12, 0.4, 0.12, 0.4, 0.14, 0.66, 0.13, 0.79, -0.13, 0.79, -0.14, 0.66], 'body');
  brush.blob([0.01, 0.4, 0.12, 0.4, 0.14, 0.66, 0.13, 0.79, 0.03, 0.79], 'shade');
  brush.disc(-0.14, 0.76, 0.065, 0.055, 'light');
  brush.disc(0.14, 0.76, 0.065, 0.055, 'body');
  brush.stroke([0.14, 0.74, 0.2, 0.6, 0.24, 0.53], 0.07, 0.05, 'body');
  brush.stroke([0.23, 0.46, 0.29, 1.02], 0.022, 0.008, 'light');
  brush.stroke([0.17, 0.565, 0.3, 0.545], 0.02, 0.02, 'accent');
  brush.blob([-0.3, 0.66, -0.1, 0.66, -0.11, 0.46, -0.2, 0.34, -0.29, 0.46], 'accent');
  brush.blob([-0.27, 0.63, -0.13, 0.63, -0.14, 0.48, -0.2, 0.39, -0.26, 0.48], 'light');
  brush.blob([-0.075, 0.8, 0.075, 0.8, 0.085, 0.9, 0.05, 0.98, -0.05, 0.98, -0.085, 0.9], 'body');
  brush.box(-0.06, 0.885, 0.075, 0.905, 'dark');
  brush.stroke([0, 0.97, -0.08, 1.05, -0.17, 1], 0.035, 0.01, 'accent');
}

function wizard(brush: Brush): void {
  brush.poly([-0.2, 0, 0.2, 0, 0.09, 0.74, -0.09, 0.74], 'body');
  brush.poly([0.02, 0, 0.2, 0, 0.09, 0.74, 0.02, 0.74], 'shade');
  brush.poly([0.06, 0.72, 0.24, 0.44, 0.3, 0.5, 0.1, 0.76], 'body');
  brush.stroke([0.29, 0.02, 0.29, 0.86], 0.022, 0.022, 'dark');
  brush.disc(0.29, 0.9, 0.045, 0.045, 'glow');
  brush.disc(0, 0.78, 0.065, 0.07, 'light');
  brush.blob([-0.06, 0.76, 0.06, 0.76, 0.04, 0.6, 0, 0.5, -0.04, 0.6], 'light');
  brush.blob([-0.17, 0.82, 0, 0.79, 0.17, 0.82, 0.06, 0.86, -0.06, 0.86], 'accent');
  brush.poly([-0.085, 0.835, 0.085, 0.835, 0.03, 1.0, -0.07, 1.1], 'accent');
}

function astronaut(brush: Brush): void {
  brush.blob([-0.17, 0.42, 0.02, 0.42, 0.02, 0.76, -0.17, 0.76], 'shade');
  brush.stroke([-0.06, 0.42, -0.09, 0.22, -0.11, 0.04], 0.14, 0.1, 'body');
  brush.stroke([0.06, 0.42, 0.1, 0.22, 0.1, 0.04], 0.14, 0.1, 'shade');
  brush.blob([-0.18, 0, -0.05, 0, -0.05, 0.06, -0.16, 0.07], 'dark');
  brush.blob([0.03, 0, 0.18, 0, 0.16, 0.06, 0.04, 0.07], 'dark');
  brush.blob([-0.13, 0.38, 0.13, 0.38, 0.15, 0.6, 0.12, 0.74, -0.12, 0.74, -0.15, 0.6], 'body');
  brush.stroke([0.12, 0.7, 0.22, 0.58, 0.24, 0.44], 0.1, 0.075, 'shade');
  brush.stroke([-0.12, 0.7, -0.22, 0.6, -0.24, 0.46], 0.1, 0.075, 'body');
  brush.box(-0.06, 0.52, 0.06, 0.62, 'accent');
  brush.disc(0, 0.85, 0.135, 0.135, 'body');
  brush.blob([-0.07, 0.8, 0.11, 0.79, 0.125, 0.87, 0.08, 0.93, -0.05, 0.93, -0.085, 0.87], 'dark');
  brush.blob([0.03, 0.88, 0.09, 0.86, 0.08, 0.91, 0.04, 0.915], 'glow');
}

function robot(brush: Brush): void {
  for (const x of [-0.09, 0.09]) {
    brush.box(x - 0.04, 0.05, x + 0.04, 0.36, x < 0 ? 'body' : 'shade');
    brush.box(x - 0.05, 0.17, x + 0.05, 0.21, 'dark');
    brush.poly([x - 0.075, 0, x + 0.085, 0, x + 0.06, 0.07, x - 0.06, 0.07], 'dark');
  }
  brush.blob([-0.16, 0.36, 0.16, 0.36, 0.18, 0.52, 0.18, 0.68, -0.18, 0.68, -0.18, 0.52], 'body');
  brush.blob([0.02, 0.36, 0.16, 0.36, 0.18, 0.52, 0.18, 0.68, 0.04, 0.68], 'shade');
  brush.disc(0, 0.55, 0.06, 0.06, 'dark');
  brush.disc(0, 0.55, 0.042, 0.042, 'glow');
  for (const side of [-1, 1]) {
    brush.disc(side * 0.2, 0.64, 0.055, 0.055, 'accent');
    brush.stroke(
      [side * 0.21, 0.62, side * 0.28, 0.46, side * 0.25, 0.32],
      0.065,
      0.05,
      side < 0 ? 'body' : 'shade',
    );
    brush.disc(side * 0.25, 0.3, 0.05, 0.045, 'dark');
  }
  brush.box(-0.04, 0.68, 0.04, 0.73, 'dark');
  brush.blob([-0.14, 0.72, 0.14, 0.72, 0.15, 0.83, 0.11, 0.92, -0.11, 0.92, -0.15, 0.83], 'body');
  brush.box(-0.11, 0.79, 0.11, 0.87, 'dark');
  brush.disc(-0.05, 0.83, 0.026, 0.026, 'glow');
  brush.disc(0.05, 0.83, 0.026, 0.026, 'glow');
  brush.stroke([0, 0.92, 0, 0.98], 0.01, 0.01, 'dark');
  brush.disc(0, 0.99, 0.02, 0.02, 'accent');
}

export const PEOPLE: Readonly<Record<string, Subject>> = {
  person: { draw: person, size: 0.34, stand: 'ground', moves: 'walk', colour: '#3f5f8a' },
  knight: { draw: knight, size: 0.42, stand: 'ground', moves: 'walk', colour: '#9aa3ad' },
  wizard: { draw: wizard, size: 0.42, stand: 'ground', moves: 'hover', colour: '#43408a' },
  astronaut: { draw: astronaut, size: 0.42, stand: 'ground', moves: 'hover', colour: '#e6e8ec' },
  robot: { draw: robot, size: 0.46, stand: 'ground', moves: 'walk', colour: '#8fa0ae' },
};
