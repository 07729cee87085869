import { expect, it } from 'vitest';
import { layAtlas } from '../mesh/atlas.ts';
import { buildMesh } from '../mesh/build-mesh.ts';
import { measure } from '../mesh/share-faces.ts';
import { box } from '../shape/box.ts';
import { part } from '../shape/part.ts';
import { ball, torus, type Surface } from '../shape/surface.ts';
import type { Finish, Sample } from './finish.ts';
import { paintAtlas } from './paint-atlas.ts';

const waves = (s: Sample): number =>
  0.01 * (Math.sin(s.x * 9) + Math.sin(s.y * 8) + Math.sin(s.z * 7));

/** Bumps that are drawn, and relief that is built, of the same waves. */
const finish: Finish = {
  paint(s, t) {
    t.bump = waves(s);
  },
  relief: waves,
};

it.each<[string, Surface]>([
  ['ball', ball(1)],
  ['box', box(1.4, 1.2, 1)],
  ['torus', torus(0.8, 0.3)],
])('draws the normals that the relief of a %s would have, mirrored too', (_, surface) => {
  const parts = [
    part(surface, finish, { chart: 'one' }),
    part(surface, finish, { chart: 'one', at: [4, 0, 0], scale: [-1, 1, 1] }),
  ];
  const extents = parts.map(measure);
  const sizes = parts.map(() => ({ columns: 96, rows: 64 }));
  const atlas = layAtlas(parts, extents, 1024, 4);
  const flat = buildMesh(parts, sizes, { atlas, tangents: true, relief: false });
  const built = buildMesh(parts, sizes, { atlas, tangents: true, relief: true });
  const { normal: pixels } = paintAtlas(parts, atlas, () => 1, 4, { pbr: true, baked: 0 });
  for (const side of [0, 1]) {
    let together = 0;
    let drawn = 0;
    let real = 0;
    const count = flat.position.length / 3;
    for (let i = (side * count) / 2; i < ((side + 1) * count) / 2; i++) {
      const x = Math.floor(flat.uv![i * 2]! * 1024);
      const y = Math.floor(flat.uv![i * 2 + 1]! * 1024);
      const m = [0, 1, 2].map((k) => pixels![(y * 1024 + x) * 3 + k]! / 127.5 - 1);
      const n = [0, 1, 2].map((k) => flat.normal[i * 3 + k]!);
      const t = [0, 1, 2].map((k) => flat.tangent![i * 4 + k]!);
      const w = flat.tangent![i * 4 + 3]!;
      for (const k of [0, 1, 2]) {
        const b = w * (n[(k + 1) % 3]! * t[(k + 2) % 3]! - n[(k + 2) % 3]! * t[(k + 1) % 3]!);
        const seen = t[k]! * m[0]! + b * m[1]! + n[k]! * m[2]! - n[k]!;
        const wanted = built.normal[i * 3 + k]! - n[k]!;
        together += seen * wanted;
        drawn += seen * seen;
        real += wanted * wanted;
      }
    }
    expect(together / Math.sqrt(drawn * real)).toBeGreaterThan(0.8);
  }
});
