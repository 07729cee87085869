import type { Finish } from '../../paint/finish.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, warp } from '../../shape/surface.ts';
import { tube, type Station } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';
import { headOf } from './head-of.ts';
import { back, headAt, type Breed } from './breed.ts';
import { FARM } from './farm-breeds.ts';
import { WILD } from './wild-breeds.ts';

/** Where a prompt names two animals, the first of these is taken. */
const BREEDS: Readonly<Record<string, Breed>> = { ...WILD, ...FARM };

export const animal: Thing = {
  name: 'animal',
  words: [
    'animal',
    'pet',
    ...Object.keys(BREEDS),
    'puppy',
    'kitten',
    'pony',
    'hound',
    'cub',
    'calf',
    'lamb',
    'piglet',
  ],
  metres: 1.1,
  build(kit: Kit): Part[] {
    const breed = breedOf(kit);
    const coat = kit.stuff(breed.stuff ?? 'fur', breed.color, ['main'], {
      other: kit.color(breed.belly, 'belly', 'second', 'spot'),
    });
    const plain = kit.stuff(breed.stuff ?? 'fur', breed.color, ['main'], {});
    const pale = kit.stuff(breed.stuff ?? 'fur', breed.belly, ['belly', 'second'], {});
    const dark = kit.stuff('skin', 0x231c1b, ['nose', 'claw'], { gloss: 0.6 });
    const parts = [
      ...bodyOf(breed, coat),
      ...headOf(kit, breed, plain, pale, dark),
      ...mirrored(legsOf(breed, plain, dark), 'leg'),
      ...tailOf(breed, plain, pale),
    ];
    if (breed.mane !== undefined) parts.push(...maneOf(kit, breed));
    return parts;
  },
};

const YOUNG: Readonly<Record<string, string>> = {
  puppy: 'dog',
  hound: 'dog',
  kitten: 'cat',
  pony: 'horse',
  cub: 'bear',
  calf: 'cow',
  lamb: 'sheep',
  piglet: 'pig',
};

function breedOf(kit: Kit): Breed {
  const name =
    Object.keys(BREEDS).find((word) => kit.has(word)) ??
    Object.entries(YOUNG).find(([word]) => kit.has(word))?.[1];
  return BREEDS[name ?? 'fox']!;
}

function bodyOf(breed: Breed, coat: Finish): Part[] {
  const { girth: g, long } = breed;
  const y = back(breed);
  const neck = headAt(breed);
  const body: Station[] = [
    [0, y + g * 0.06, -long * 0.5, g * 0.66, g * 0.62],
    [0, y, -long * 0.3, g * 0.98, g * 0.9],
    [0, y - g * 0.04, 0.02 * long, g * 0.98, g * breed.plump],
    [0, y + g * 0.06, long * 0.32, g * 1.04, g * 0.92],
    [0, y + (neck[1] - y) * 0.45, long * 0.5 + (neck[2] - long * 0.5) * 0.35, g * 0.76, g * 0.68],
    [0, y + (neck[1] - y) * 0.82, long * 0.5 + (neck[2] - long * 0.5) * 0.75, g * 0.6, g * 0.56],
  ];
  return [part(tube(body, { up: [1, 0, 0] }), coat, { detail: 1.2 })];
}

function legsOf(breed: Breed, coat: Finish, dark: Finish): Part[] {
  const { girth: g, long, legs } = breed;
  const y = back(breed);
  const w = breed.leg;
  const x = g * 0.55;
  const fore = tube([
    [x, y - g * 0.1, long * 0.34, w * 1.5],
    [x * 1.08, legs * 0.62, long * 0.33, w * 1.05],
    [x * 1.05, legs * 0.2, long * 0.34, w * 0.86],
    [x * 1.05, w * 0.55, long * 0.36, w],
  ]);
  const hind = tube([
    [x * 0.9, y - g * 0.05, -long * 0.34, w * 1.9],
    [x * 1.12, legs * 0.78, -long * 0.3, w * 1.35],
    [x * 1.08, legs * 0.42, -long * 0.46, w * 0.85],
    [x * 1.05, w * 0.55, -long * 0.4, w],
  ]);
  const foot = (z: number): Part =>
    breed.hooves
      ? part(ball(w * 1.1, w * 0.85, w * 1.2), dark, {
          at: [x * 1.05, w * 0.62, z + w * 0.1],
          chart: 'foot',
        })
      : part(
          warp(ball(w * 1.2, w, w * 1.6), (p) => void (p[1] = Math.max(p[1]!, -w * 0.55))),
          coat,
          { at: [x * 1.05, w * 0.55, z + w * 0.5], chart: 'foot' },
        );
  return [part(fore, coat), part(hind, coat), foot(long * 0.36), foot(-long * 0.4)];
}

function tailOf(breed: Breed, coat: Finish, pale: Finish): Part[] {
  const y = back(breed) + breed.girth * 0.3;
  const z = -breed.long * 0.5 - breed.girth * 0.3;
  const [t, w] = [breed.tail, breed.tailWidth];
  if (breed.tailShape === 'puff')
    return [part(ball(w * 1.6), pale, { at: [0, y - 0.02, z - w * 0.4] })];
  if (breed.tailShape === 'down')
    return [
      part(
        tube(
          [
            [0, y, z + 0.1, w * 0.7],
            [0, y - t * 0.1, z - t * 0.3, w],
            [0, y - t * 0.6, z - t * 0.38, w * 1.1],
            [0, y - t, z - t * 0.3, 0.01],
          ],
          { up: [1, 0, 0] },
        ),
        coat,
      ),
    ];
  const path: Station[] = [
    [0, y, z + 0.1, w * 0.7],
    [0, y + t * 0.02, z - t * 0.35, w],
    [0, y + t * 0.4, z - t * 0.68, w * 1.25],
    [0, y + t * 0.82, z - t * 0.62, w * 0.8],
    [0, y + t, z - t * 0.5, 0.01],
  ];
  if (w < 0.08) return [part(tube(path, { up: [1, 0, 0] }), coat)];
  return [
    part(tube(path, { up: [1, 0, 0] }), coat),
    part(ball(w * 0.86, w * 1.1, w * 0.86), pale, {
      at: [0, y + t * 0.84, z - t * 0.6],
      turn: [0.06, 0, 0],
    }),
  ];
}

function maneOf(kit: Kit, breed: Breed): Part[] {
  const hair = kit.stuff('fur', breed.mane!, ['hair', 'second'], {});
  const [, y, z] = headAt(breed);
  const r = breed.head;
  const base = back(breed);
  return [0, 0.2, 0.4, 0.6, 0.8, 1].map((t) =>
    part(ball(r * 0.16, r * 0.46, r * 0.34), hair, {
      at: [
        0.0,
        base + breed.girth * 0.75 + (y + r * 0.45 - base - breed.girth * 0.75) * t,
        breed.long * 0.4 + (z - r * 0.5 - breed.long * 0.4) * t,
      ],
      turn: [-0.08, 0, 0],
      chart: 'mane',
    }),
  );
}
