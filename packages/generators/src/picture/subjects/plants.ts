import type { Brush } from '../art/brush.ts';
import { outline } from '../art/fill-outline.ts';
import type { Random } from '../art/random.ts';
import type { Subject } from './subject.ts';

function pine(brush: Brush, random: Random): void {
  brush.box(-0.025, -0.02, 0.025, 0.2, 'dark');
  const tiers = 8;
  for (let tier = 0; tier < tiers; tier++) {
    const y = 0.1 + (tier / tiers) * 0.82;
    const half = 0.25 * (1 - tier / tiers) ** 0.8 * random.range(0.88, 1.1) + 0.012;
    const top = Math.min(1, y + 0.2);
    brush.poly(
      outline(
        [-half, y],
        [-half * 0.5, y + 0.025],
        [-half * 0.2, y - 0.005],
        [half * 0.15, y + 0.02],
        [half * 0.55, y - 0.012],
        [half * 0.98, y + 0.01],
        [half * 0.22, y + 0.1],
        [0, top],
        [-half * 0.25, y + 0.1],
      ),
      'body',
    );
    brush.poly(
      outline(
        [half * 0.1, y + 0.015],
        [half * 0.55, y - 0.012],
        [half * 0.98, y + 0.01],
        [half * 0.22, y + 0.1],
        [0, top],
      ),
      'shade',
    );
  }
}

function tree(brush: Brush, random: Random): void {
  brush.stroke([-0.01, -0.02, 0.01, 0.25, -0.01, 0.5, 0.02, 0.7], 0.1, 0.03, 'dark');
  brush.stroke([0, 0.36, 0.12, 0.5, 0.2, 0.62], 0.05, 0.015, 'dark');
  brush.stroke([0, 0.4, -0.12, 0.52, -0.2, 0.6], 0.05, 0.015, 'dark');
  const crowns: [number, number, number][] = [];
  for (let crown = 0; crown < 26; crown++) {
    const turn = random.range(0, Math.PI * 2);
    const far = Math.sqrt(random.next());
    crowns.push([
      Math.cos(turn) * far * 0.32,
      0.68 + Math.sin(turn) * far * 0.23,
      random.range(0.06, 0.13),
    ]);
  }
  for (const [x, y, r] of crowns) brush.disc(x + 0.015, y - 0.03, r, r * 0.92, 'shade');
  for (const [x, y, r] of crowns) brush.disc(x - 0.01, y + 0.01, r * 0.86, r * 0.8, 'body');
  for (const [x, y, r] of crowns)
    if (y > 0.62) brush.disc(x - 0.03, y + 0.035, r * 0.45, r * 0.36, 'light');
}

function palm(brush: Brush): void {
  brush.stroke([-0.08, -0.03, -0.03, 0.25, 0.02, 0.5, 0.1, 0.76], 0.06, 0.03, 'dark');
  for (let frond = 0; frond < 9; frond++) {
    const turn = (frond / 8) * Math.PI * 1.15 - 0.25;
    const x = Math.cos(turn);
    const y = Math.sin(turn);
    brush.blob(
      outline(
        [0.1, 0.77],
        [0.1 + x * 0.16, 0.79 + y * 0.17],
        [0.1 + x * 0.34, 0.74 + y * 0.16],
        [0.1 + x * 0.42, 0.62 + y * 0.14],
        [0.1 + x * 0.26, 0.73 + y * 0.1],
      ),
      frond % 2 === 0 ? 'body' : 'shade',
    );
  }
  brush.disc(0.08, 0.74, 0.026, 0.026, 'dark');
  brush.disc(0.125, 0.735, 0.026, 0.026, 'dark');
}

function flower(brush: Brush, random: Random): void {
  brush.stroke([0.02, -0.02, -0.02, 0.3, 0, 0.68], 0.028, 0.018, 'leaf');
  brush.blob([0, 0.2, 0.16, 0.3, 0.26, 0.46, 0.1, 0.38], 'leaf');
  brush.blob([-0.01, 0.12, -0.18, 0.2, -0.27, 0.36, -0.1, 0.28], 'leaf');
  const petals = random.integer(7, 11);
  for (let ring = 0; ring < 2; ring++) {
    for (let petal = 0; petal < petals; petal++) {
      const turn = ((petal + ring * 0.5) / petals) * Math.PI * 2;
      const reach = ring === 0 ? 0.24 : 0.17;
      const x = Math.cos(turn);
      const y = Math.sin(turn);
      brush.blob(
        outline(
          [0, 0.72],
          [x * reach * 0.6 - y * 0.06, 0.72 + y * reach * 0.6 + x * 0.06],
          [x * reach, 0.72 + y * reach],
          [x * reach * 0.6 + y * 0.06, 0.72 + y * reach * 0.6 - x * 0.06],
        ),
        ring === 0 ? 'shade' : 'body',
      );
    }
  }
  brush.disc(0, 0.72, 0.075, 0.075, 'accent');
  brush.disc(-0.01, 0.73, 0.04, 0.04, 'glow');
}

export const PLANTS: Readonly<Record<string, Subject>> = {
  pine: { draw: pine, size: 0.5, stand: 'ground', colour: '#2d5b45' },
  tree: { draw: tree, size: 0.52, stand: 'ground', colour: '#5a8a3c' },
  palm: { draw: palm, size: 0.55, stand: 'ground', colour: '#4a8a4a' },
  flower: { draw: flower, size: 0.5, stand: 'ground', colour: '#e0567a' },
};
