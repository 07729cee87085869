import type { Brush } from '../art/brush.ts';
import { outline } from '../art/fill-outline.ts';
import type { Subject } from './subject.ts';

/** Four legs, a trunk, a neck, a head: horses and wolves and cats differ in proportions. */
interface Beast {
  readonly leg: number;
  readonly trunk: number;
  readonly neck: readonly [x: number, y: number];
  readonly head: number;
  readonly muzzle: number;
  readonly ear: 'point' | 'round' | 'none';
  readonly tail: readonly number[];
  readonly tailWidth: readonly [number, number];
}

function beast(brush: Brush, form: Beast): void {
  const { leg, trunk } = form;
  const back = leg + trunk;
  brush.stroke(form.tail, form.tailWidth[0], form.tailWidth[1], 'shade');
  const limb = (x: number, bend: number, tone: 'body' | 'shade'): void => {
    brush.stroke(
      outline(
        [x, leg + trunk * 0.5],
        [x + bend, leg * 0.55],
        [x + bend * 0.2, leg * 0.22],
        [x + bend * 0.5, 0.02],
      ),
      trunk * 0.42,
      trunk * 0.15,
      tone,
    );
    brush.blob(
      outline(
        [x + bend * 0.5 - trunk * 0.1, 0],
        [x + bend * 0.5 + trunk * 0.2, 0],
        [x + bend * 0.5 + trunk * 0.08, 0.045],
        [x + bend * 0.5 - trunk * 0.08, 0.045],
      ),
      'dark',
    );
  };
  limb(-0.2, -0.05, 'shade');
  limb(0.2, 0.03, 'shade');
  brush.blob(
    outline(
      [-0.29, leg + trunk * 0.55],
      [-0.22, leg + trunk * 0.1],
      [0.02, leg + trunk * 0.06],
      [0.2, leg - trunk * 0.02],
      [0.28, leg + trunk * 0.45],
      [0.22, back],
      [0, back * 0.97],
      [-0.2, back * 1.01],
    ),
    'body',
  );
  brush.blob(
    outline(
      [-0.25, leg + trunk * 0.3],
      [-0.05, leg + trunk * 0.06],
      [0.2, leg],
      [0.26, leg + trunk * 0.35],
      [0, leg + trunk * 0.34],
    ),
    'shade',
  );
  limb(-0.26, -0.03, 'body');
  limb(0.24, 0.04, 'body');
  const [nx, ny] = form.neck;
  brush.stroke(
    [0.17, leg + trunk * 0.6, (0.2 + nx) / 2 + 0.02, (back + ny) / 2, nx, ny],
    trunk * 0.8,
    form.head * 0.95,
    'body',
  );
  const r = form.head;
  brush.blob(
    outline(
      [nx - r * 0.6, ny + r * 0.3],
      [nx - r * 0.1, ny + r * 0.62],
      [nx + r * 0.5, ny + r * 0.3],
      [nx + r * (0.6 + form.muzzle), ny - r * 0.12],
      [nx + r * (0.62 + form.muzzle), ny - r * 0.45],
      [nx + r * 0.35, ny - r * 0.52],
      [nx - r * 0.45, ny - r * 0.4],
    ),
    'body',
  );
  if (form.ear === 'point') {
    brush.poly(
      [nx - r * 0.5, ny + r * 0.25, nx - r * 0.42, ny + r * 1.15, nx - r * 0.02, ny + r * 0.5],
      'shade',
    );
    brush.poly(
      [nx - r * 0.2, ny + r * 0.4, nx + r * 0.0, ny + r * 1.15, nx + r * 0.25, ny + r * 0.4],
      'body',
    );
  } else if (form.ear === 'round') {
    brush.disc(nx - r * 0.3, ny + r * 0.58, r * 0.26, r * 0.28, 'shade');
  }
  brush.disc(nx + r * 0.3, ny + r * 0.1, r * 0.085, r * 0.1, 'dark');
  brush.disc(nx + r * (0.58 + form.muzzle), ny - r * 0.17, r * 0.1, r * 0.09, 'dark');
}

function horse(brush: Brush): void {
  brush.stroke([0.2, 0.66, 0.26, 0.82, 0.3, 0.94], 0.16, 0.05, 'accent');
  beast(brush, {
    leg: 0.42,
    trunk: 0.26,
    neck: [0.35, 0.87],
    head: 0.11,
    muzzle: 0.75,
    ear: 'point',
    tail: [-0.27, 0.6, -0.38, 0.5, -0.4, 0.24],
    tailWidth: [0.06, 0.02],
  });
  brush.stroke([0.14, 0.72, 0.22, 0.84, 0.3, 0.95], 0.07, 0.03, 'accent');
}

function wolf(brush: Brush): void {
  brush.blob(
    [-0.24, 0.5, -0.36, 0.48, -0.5, 0.34, -0.53, 0.22, -0.46, 0.26, -0.34, 0.34, -0.24, 0.4],
    'shade',
  );
  brush.blob([-0.5, 0.34, -0.54, 0.2, -0.46, 0.26], 'light');
  beast(brush, {
    leg: 0.27,
    trunk: 0.27,
    neck: [0.37, 0.66],
    head: 0.17,
    muzzle: 0.5,
    ear: 'point',
    tail: [-0.26, 0.46, -0.36, 0.42, -0.46, 0.3],
    tailWidth: [0.06, 0.04],
  });
  brush.blob([0.22, 0.56, 0.36, 0.56, 0.36, 0.44, 0.28, 0.3, 0.2, 0.38], 'light');
  brush.blob([0.38, 0.6, 0.5, 0.62, 0.5, 0.58, 0.4, 0.57], 'light');
}

function cat(brush: Brush): void {
  beast(brush, {
    leg: 0.25,
    trunk: 0.25,
    neck: [0.33, 0.62],
    head: 0.19,
    muzzle: 0.06,
    ear: 'point',
    tail: [-0.27, 0.46, -0.42, 0.5, -0.46, 0.7, -0.38, 0.84],
    tailWidth: [0.055, 0.035],
  });
  for (const x of [-0.14, -0.02, 0.1])
    brush.stroke([x, 0.5, x + 0.02, 0.4, x, 0.32], 0.026, 0.006, 'shade');
  brush.blob([0.36, 0.6, 0.46, 0.6, 0.46, 0.55, 0.38, 0.54], 'light');
}

function bear(brush: Brush): void {
  beast(brush, {
    leg: 0.26,
    trunk: 0.44,
    neck: [0.37, 0.68],
    head: 0.19,
    muzzle: 0.32,
    ear: 'round',
    tail: [-0.3, 0.5, -0.34, 0.48],
    tailWidth: [0.08, 0.05],
  });
}

export const BEASTS: Readonly<Record<string, Subject>> = {
  horse: { draw: horse, size: 0.36, stand: 'ground', moves: 'walk', colour: '#7d5638' },
  wolf: { draw: wolf, size: 0.3, stand: 'ground', moves: 'walk', colour: '#8a8580' },
  cat: { draw: cat, size: 0.28, stand: 'ground', moves: 'walk', colour: '#c98845' },
  bear: { draw: bear, size: 0.36, stand: 'ground', moves: 'walk', colour: '#6d4c36' },
};
