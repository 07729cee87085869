import { part, type Part } from '../shape/part.ts';
import { ball, warp } from '../shape/surface.ts';
import type { Kit, Thing } from './kit.ts';

export const rock: Thing = {
  name: 'rock',
  words: ['rock', 'boulder', 'stone', 'rocks', 'pebble', 'meteorite', 'asteroid'],
  metres: 1.2,
  build(kit: Kit): Part[] {
    const moss = kit.has('mossy', 'moss') ? { other: kit.color(0x5d7a34, 'moss') } : {};
    const finish = kit.stuff('stone', 0x86827b, ['main'], moss);
    const [a, b, c] = [kit.random() * 50, kit.random() * 50, kit.random() * 50];
    const flat = kit.has('flat') ? 0.4 : 0.74;
    // A ball cut by planes is what broken stone looks like; noise alone gives a potato.
    const cuts = Array.from({ length: 14 }, () => {
      const y = kit.between(-0.8, 1);
      const r = Math.sqrt(1 - y * y);
      const x = kit.between(-1, 1);
      const z = Math.sqrt(Math.max(0, 1 - x * x)) * (kit.random() < 0.5 ? -1 : 1);
      return [x * r, y, z * r, kit.between(0.62, 0.86)] as const;
    });
    const surface = warp(ball(1), (p) => {
      let reach = 1;
      for (const [x, y, z, d] of cuts) {
        const facing = p[0]! * x + p[1]! * y + p[2]! * z;
        if (facing > 0) reach = Math.min(reach, softMin(reach, d / facing));
      }
      const n = kit.noise.cloudy(p[0]! * 1.6 + a, p[1]! * 1.6 + b, p[2]! * 1.6 + c, 4);
      const k = reach * (1 + 0.12 * n);
      p[0]! *= k * 1.05;
      p[1]! *= k * flat;
      p[2]! *= k * 0.9;
      p[1] = Math.max(p[1]!, -0.38) + 0.38;
    });
    return [part(surface, finish)];
  },
};

function softMin(a: number, b: number): number {
  const h = Math.max(0, 0.06 - Math.abs(a - b)) / 0.06;
  return Math.min(a, b) - h * h * 0.015;
}
