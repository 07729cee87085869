import type { Finish } from '../../paint/finish.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import type { Triple } from '../../shape/place.ts';
import { ball, finer, warp } from '../../shape/surface.ts';
import { type Station, stations, tube } from '../../shape/tube.ts';
import { creatureEye } from './creature-eye.ts';
import type { Kit } from '../kit.ts';
import { headAt, type Breed } from './breed.ts';

/** Skull, muzzle, nose, eyes, ears and horns. */
export function headOf(kit: Kit, breed: Breed, coat: Finish, pale: Finish, dark: Finish): Part[] {
  const [, y, z] = headAt(breed);
  const r = breed.head;
  const snout = breed.snout * r;
  const low = breed.droop * r;
  const skull = finer(
    warp(ball(r, r * 0.94, r), (p) => {
      // Cheeks low and wide, a brow above.
      p[0]! *= 1 + 0.1 * Math.max(0, -p[1]! / r);
      if (p[2]! > 0) p[1]! -= 0.08 * p[2]!;
    }),
    14,
    10,
  );
  const muzzle = tube(
    [
      [0, y - r * 0.2, z + r * 0.45, r * 0.52, r * 0.62],
      [0, y - r * 0.26 - low * 0.4, z + r * 0.62 + snout * 0.5, r * 0.42, r * breed.muzzle],
      [0, y - r * 0.26 - low, z + r * 0.62 + snout, r * 0.33, r * breed.muzzle * 0.86],
    ],
    { up: [1, 0, 0] },
  );
  const tip = z + r * 0.62 + snout + r * 0.26;
  const pair: Part[] = [
    ...creatureEye(
      kit,
      [r * 0.52, y + r * 0.2, z + r * 0.66],
      r * 0.2,
      [0.42, 0.1, 0.9],
      breed.eyes ?? 0x5a3a1c,
      'round',
    ),
    ...earOf(breed, coat, pale, y, z),
  ];
  if (breed.horns !== undefined) pair.push(...hornOf(kit, breed, y, z));
  return [
    part(skull, coat, { at: [0, y, z], detail: 1.8 }),
    part(muzzle, breed.paleSnout ? pale : coat, { detail: 1.4 }),
    breed.flatNose
      ? part(ball(r * 0.3, r * 0.26, r * 0.07), pale, {
          at: [0, y - r * 0.26 - low, tip - r * 0.03],
        })
      : part(ball(r * 0.15, r * 0.11, r * 0.1), dark, {
          at: [0, y - r * 0.12 - low, tip - r * 0.04],
        }),
    ...mirrored(pair, 'head'),
    ...(breed.flatNose
      ? mirrored(
          [
            part(ball(r * 0.05, r * 0.08, r * 0.04), dark, {
              at: [r * 0.1, y - r * 0.26 - low, tip + r * 0.03],
            }),
          ],
          'nostril',
        )
      : []),
    ...(breed.unicorn
      ? [
          part(
            tube([
              [0, y + r * 0.75, z + r * 0.4, r * 0.16],
              [0, y + r * 1.5, z + r * 0.75, r * 0.1],
              [0, y + r * 2.3, z + r * 1.05, 0],
            ]),
            kit.stuff('metal', 0xe6c56a, ['horn'], { gloss: 0.8 }),
          ),
        ]
      : []),
  ];
}

function earOf(breed: Breed, coat: Finish, pale: Finish, y: number, z: number): Part[] {
  const r = breed.head;
  if (breed.ears === 'round') {
    return [
      part(ball(r * 0.34, r * 0.34, r * 0.14), coat, {
        at: [r * 0.68, y + r * 0.76, z - r * 0.05],
        turn: [0, -0.06, 0],
      }),
      part(ball(r * 0.2, r * 0.2, r * 0.12), pale, {
        at: [r * 0.68, y + r * 0.74, z + r * 0.05],
        turn: [0, -0.06, 0],
      }),
    ];
  }
  if (breed.ears === 'floppy') {
    return [
      part(
        tube(
          [
            [r * 0.6, y + r * 0.66, z, r * 0.2, r * 0.1],
            [r * 0.98, y + r * 0.42, z, r * 0.26, r * 0.1],
            [r * 1.04, y - r * 0.25, z + r * 0.05, r * 0.3, r * 0.09],
          ],
          { up: [0, 0, 1] },
        ),
        coat,
      ),
    ];
  }
  const tall = breed.ears === 'small' ? 0.5 : 0.85;
  const stations = (k: number, forward: number): Station[] => [
    [r * 0.5, y + r * 0.55, z + forward, r * 0.32 * k, r * 0.12],
    [r * 0.6, y + r * (0.6 + tall * 0.5), z + forward, r * 0.304 * k, r * 0.1],
    [r * 0.66, y + r * (0.62 + tall), z - r * 0.05 + forward, 0.004, r * 0.03],
  ];
  return [
    part(tube(stations(1, 0), { up: [0, 0, 1] }), coat),
    part(tube(stations(0.6, r * 0.06), { up: [0, 0, 1] }), pale),
  ];
}

function hornOf(kit: Kit, breed: Breed, y: number, z: number): Part[] {
  const r = breed.head;
  const bone = kit.stuff('bone', 0xd8cbb0, ['horn'], {});
  const out = breed.horns!;
  const main = tube([
    [r * 0.35, y + r * 0.8, z, r * 0.15],
    [r * (0.5 + out * 0.7), y + r * 1.1, z, r * 0.11],
    [r * (0.6 + out), y + r * (1.1 + out * 0.7), z - r * 0.1, 0],
  ]);
  if (!breed.antlers) return [part(main, bone)];
  const branch = (a: Triple, b: Triple): Part =>
    part(tube(stations([...a, r * 0.07], [...b, 0.003])), bone);
  return [
    part(
      tube([
        [r * 0.3, y + r * 0.8, z, r * 0.11],
        [r * 0.7, y + r * 1.5, z - r * 0.2, r * 0.1],
        [r * 0.9, y + r * 2.3, z - r * 0.1, r * 0.08],
        [r * 0.7, y + r * 2.9, z, 0],
      ]),
      bone,
    ),
    branch([r * 0.7, y + r * 1.5, z - r * 0.2], [r * 0.75, y + r * 1.9, z + r * 0.45]),
    branch([r * 0.86, y + r * 2.0, z - r * 0.15], [r * 1.4, y + r * 2.4, z - r * 0.1]),
    branch([r * 0.9, y + r * 2.3, z - r * 0.1], [r * 1.2, y + r * 2.9, z - r * 0.3]),
  ];
}
