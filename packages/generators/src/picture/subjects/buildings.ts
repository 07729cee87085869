import type { Brush } from '../art/brush.ts';
import { outline } from '../art/fill-outline.ts';
import type { Random } from '../art/random.ts';
import type { Subject } from './subject.ts';

/** A wall with battlements: shaded on one side. */
function turret(brush: Brush, x: number, width: number, height: number, roof: number): void {
  const half = width / 2;
  brush.box(x - half, 0, x + half, height, 'body');
  brush.box(x + half * 0.25, 0, x + half, height, 'shade');
  brush.box(x - half * 1.18, height - width * 0.28, x + half * 1.18, height, 'body');
  brush.box(x + half * 0.3, height - width * 0.28, x + half * 1.18, height, 'shade');
  if (roof > 0) {
    brush.poly([x - half * 1.35, height, x + half * 1.35, height, x, height + roof], 'accent');
    brush.poly([x + half * 0.25, height, x + half * 1.35, height, x, height + roof], 'dark');
    brush.stroke([x, height + roof, x, height + roof + width * 0.5], 0.006, 0.004, 'dark');
    brush.poly(
      outline(
        [x, height + roof + width * 0.5],
        [x + width * 0.5, height + roof + width * 0.36],
        [x, height + roof + width * 0.22],
      ),
      'accent',
    );
  } else {
    for (let step = 0; step < 4; step++) {
      const left = x - half * 1.18 + (step * width * 1.18) / 3.5;
      brush.box(
        left,
        height,
        left + width * 0.18,
        height + width * 0.2,
        step > 1 ? 'shade' : 'body',
      );
    }
  }
}

function windows(
  brush: Brush,
  x: number,
  bottom: number,
  rows: number,
  gap: number,
  size: number,
): void {
  for (let row = 0; row < rows; row++) {
    const y = bottom + row * gap;
    brush.blob(
      outline(
        [x - size, y],
        [x + size, y],
        [x + size, y + size * 2.4],
        [x, y + size * 3.6],
        [x - size, y + size * 2.4],
      ),
      'glow',
    );
  }
}

function castle(brush: Brush, random: Random): void {
  turret(brush, -0.06, 0.16, 0.72, 0.22);
  turret(brush, 0.1, 0.12, 0.6, 0.18);
  brush.box(-0.34, 0, 0.36, 0.34, 'body');
  brush.box(0.1, 0, 0.36, 0.34, 'shade');
  for (let step = 0; step < 15; step++) {
    const left = -0.34 + step * 0.0485;
    brush.box(left, 0.34, left + 0.025, 0.37, step > 8 ? 'shade' : 'body');
  }
  turret(brush, -0.36, 0.14, 0.48, random.chance(0.7) ? 0.19 : 0);
  turret(brush, 0.37, 0.15, 0.44, random.chance(0.7) ? 0.2 : 0);
  turret(brush, -0.2, 0.09, 0.5, 0.15);
  turret(brush, 0.24, 0.08, 0.47, 0.14);
  brush.blob([-0.06, -0.02, 0.06, -0.02, 0.065, 0.1, 0, 0.17, -0.065, 0.1], 'dark');
  brush.box(-0.012, 0, 0.012, 0.12, 'shade');
  windows(brush, -0.09, 0.46, 2, 0.11, 0.009);
  windows(brush, 0.08, 0.44, 1, 0.1, 0.008);
  windows(brush, -0.38, 0.24, 2, 0.1, 0.008);
  windows(brush, 0.34, 0.22, 2, 0.1, 0.008);
  windows(brush, -0.2, 0.24, 1, 0.1, 0.01);
  windows(brush, 0.18, 0.22, 1, 0.1, 0.01);
}

function tower(brush: Brush): void {
  brush.poly([-0.14, 0, 0.14, 0, 0.095, 0.68, -0.095, 0.68], 'body');
  brush.poly([0.02, 0, 0.14, 0, 0.095, 0.68, 0.02, 0.68], 'shade');
  brush.poly([-0.095, 0.64, 0.095, 0.64, 0.15, 0.72, -0.15, 0.72], 'body');
  brush.box(-0.15, 0.71, 0.15, 0.76, 'body');
  brush.box(0.03, 0.66, 0.15, 0.76, 'shade');
  brush.poly([-0.17, 0.76, 0.17, 0.76, 0, 1], 'accent');
  brush.poly([0.03, 0.76, 0.17, 0.76, 0, 1], 'dark');
  brush.blob([-0.045, -0.01, 0.045, -0.01, 0.045, 0.09, 0, 0.14, -0.045, 0.09], 'dark');
  windows(brush, -0.03, 0.26, 3, 0.14, 0.014);
}

function house(brush: Brush, random: Random): void {
  const lean = random.range(0.4, 0.52);
  brush.box(0.13, 0.5, 0.21, 0.86, 'shade');
  brush.box(0.115, 0.84, 0.225, 0.88, 'body');
  brush.box(-0.34, 0, 0.34, lean, 'body');
  brush.box(0.08, 0, 0.34, lean, 'shade');
  brush.poly(
    [-0.43, lean - 0.03, 0.43, lean - 0.03, 0.28, lean + 0.34, -0.26, lean + 0.34],
    'accent',
  );
  brush.poly([0.08, lean - 0.03, 0.43, lean - 0.03, 0.28, lean + 0.34, 0.08, lean + 0.34], 'dark');
  brush.poly([-0.3, lean - 0.03, 0.02, lean - 0.03, -0.14, lean + 0.26], 'body');
  brush.stroke([-0.33, lean - 0.06, -0.14, lean + 0.28, 0.05, lean - 0.06], 0.03, 0.03, 'accent');
  brush.box(-0.04, 0, 0.08, 0.27, 'dark');
  for (const [x, y] of [
    [-0.24, 0.16],
    [0.16, 0.16],
    [-0.19, lean + 0.01],
  ] as const) {
    brush.box(x, y, x + 0.11, y + 0.13, 'glow');
    brush.box(x + 0.05, y, x + 0.06, y + 0.13, 'dark');
    brush.box(x, y + 0.06, x + 0.11, y + 0.07, 'dark');
  }
}

function lighthouse(brush: Brush): void {
  brush.blob([-0.34, -0.05, 0.34, -0.05, 0.26, 0.06, 0.1, 0.12, -0.12, 0.11, -0.27, 0.05], 'dark');
  for (let band = 0; band < 5; band++) {
    const y0 = 0.08 + band * 0.13;
    const y1 = y0 + 0.13;
    const w0 = 0.115 - band * 0.011;
    const w1 = w0 - 0.011;
    brush.poly([-w0, y0, w0, y0, w1, y1, -w1, y1], band % 2 === 0 ? 'light' : 'accent');
    brush.poly([w0 * 0.3, y0, w0, y0, w1, y1, w1 * 0.3, y1], band % 2 === 0 ? 'dim' : 'dark');
  }
  brush.box(-0.1, 0.73, 0.1, 0.755, 'dark');
  brush.box(-0.055, 0.755, 0.055, 0.86, 'glow');
  for (const x of [-0.055, -0.02, 0.015, 0.05]) brush.box(x, 0.755, x + 0.008, 0.86, 'dark');
  brush.poly([-0.075, 0.86, 0.075, 0.86, 0, 0.96], 'accent');
  brush.stroke([0, 0.95, 0, 1], 0.008, 0.006, 'dark');
}

function windmill(brush: Brush, random: Random): void {
  brush.poly([-0.15, 0, 0.15, 0, 0.09, 0.56, -0.09, 0.56], 'body');
  brush.poly([0.03, 0, 0.15, 0, 0.09, 0.56, 0.02, 0.56], 'shade');
  brush.blob([-0.11, 0.55, 0.11, 0.55, 0.08, 0.66, 0, 0.71, -0.08, 0.66], 'accent');
  brush.box(-0.035, 0, 0.035, 0.13, 'dark');
  windows(brush, -0.02, 0.3, 1, 0.1, 0.015);
  const turn = random.range(0.2, 1.2);
  for (let blade = 0; blade < 4; blade++) {
    const angle = turn + (blade * Math.PI) / 2;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const at = (along: number, across: number): [number, number] => [
      along * cos - across * sin,
      0.62 + along * sin + across * cos,
    ];
    brush.poly(
      [...at(0, -0.008), ...at(0.38, -0.008), ...at(0.38, 0.008), ...at(0, 0.008)],
      'dark',
    );
    brush.poly(
      [...at(0.08, 0.008), ...at(0.37, 0.008), ...at(0.37, 0.08), ...at(0.08, 0.065)],
      'light',
    );
    for (let slat = 1; slat < 5; slat++) {
      const along = 0.08 + slat * 0.058;
      brush.poly(
        [
          ...at(along, 0.008),
          ...at(along + 0.007, 0.008),
          ...at(along + 0.007, 0.075),
          ...at(along, 0.075),
        ],
        'shade',
      );
    }
  }
  brush.disc(0, 0.62, 0.022, 0.022, 'dark');
}

function temple(brush: Brush): void {
  const tiers = 4;
  for (let tier = 0; tier < tiers; tier++) {
    const y = tier * 0.21;
    const half = 0.3 - tier * 0.055;
    brush.box(-half * 0.72, y, half * 0.72, y + 0.16, 'body');
    brush.box(half * 0.1, y, half * 0.72, y + 0.16, 'shade');
    for (let pillar = -2; pillar <= 2; pillar++) {
      brush.box(pillar * half * 0.33 - 0.008, y, pillar * half * 0.33 + 0.008, y + 0.14, 'accent');
    }
    if (tier < 3) brush.box(-half * 0.14, y, half * 0.14, y + 0.1, tier === 0 ? 'dark' : 'glow');
    brush.poly(
      outline(
        [-half * 1.35, y + 0.155],
        [-half * 1.2, y + 0.14],
        [half * 1.2, y + 0.14],
        [half * 1.35, y + 0.155],
        [half * 1.38, y + 0.175],
        [half * 0.6, y + 0.215],
        [-half * 0.6, y + 0.215],
        [-half * 1.38, y + 0.175],
      ),
      'accent',
    );
    brush.poly(
      outline(
        [half * 0.1, y + 0.14],
        [half * 1.2, y + 0.14],
        [half * 1.35, y + 0.155],
        [half * 1.38, y + 0.175],
        [half * 0.6, y + 0.215],
        [half * 0.1, y + 0.215],
      ),
      'dark',
    );
  }
  brush.stroke([0, 0.83, 0, 1], 0.03, 0.004, 'accent');
}

function bridge(brush: Brush): void {
  brush.box(-0.9, 0.3, 0.9, 0.345, 'body');
  for (const x of [-0.42, 0.42]) {
    brush.poly([x - 0.035, -0.1, x + 0.035, -0.1, x + 0.025, 0.9, x - 0.025, 0.9], 'accent');
    brush.box(x + 0.004, -0.1, x + 0.032, 0.9, 'dark');
    brush.box(x - 0.05, 0.86, x + 0.05, 0.9, 'accent');
  }
  // Three hanging curves: between the towers, and from each tower down to its end of the deck.
  const cable = (x: number): number => {
    const out = Math.abs(x);
    return 0.37 + 0.5 * (out > 0.42 ? ((0.9 - out) / 0.48) ** 2 : (out / 0.42) ** 2);
  };
  const curve: number[] = [];
  for (let step = 0; step <= 36; step++) {
    const x = -0.9 + step * 0.05;
    curve.push(x, Math.min(0.88, cable(x)));
    if (Math.abs(x) < 0.88)
      brush.box(x - 0.0025, 0.33, x + 0.0025, Math.min(0.88, cable(x)), 'shade');
  }
  brush.stroke(curve, 0.012, 0.012, 'accent');
}

export const BUILDINGS: Readonly<Record<string, Subject>> = {
  castle: { draw: castle, size: 0.46, stand: 'ground', colour: '#8d8794' },
  tower: { draw: tower, size: 0.5, stand: 'ground', colour: '#8c8578' },
  house: { draw: house, size: 0.24, stand: 'ground', colour: '#b39a7c' },
  lighthouse: { draw: lighthouse, size: 0.52, stand: 'ground', colour: '#e9e4da' },
  windmill: { draw: windmill, size: 0.42, stand: 'ground', colour: '#c9b79c' },
  temple: { draw: temple, size: 0.48, stand: 'ground', colour: '#a8705a' },
  bridge: { draw: bridge, size: 0.62, stand: 'water', colour: '#7d8590' },
};
