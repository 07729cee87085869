import type { Finish } from '../../paint/finish.ts';
import { squircle } from '../../shape/curve.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, finer, warp, type Surface } from '../../shape/surface.ts';
import { tube, type Station } from '../../shape/tube.ts';

/** Heights and widths of a standing figure. Unit: model units. */
export interface Build {
  readonly hip: number;
  readonly shoulder: number;
  readonly head: number;
  /** Half width, half height and half depth of the head. */
  readonly skull: readonly [number, number, number];
  /** Half width of the chest. */
  readonly chest: number;
  readonly limbs: number;
  /** 0 is round, 1 nearly square. */
  readonly square: number;
}

export const CHIBI: Build = {
  hip: 0.36,
  shoulder: 0.78,
  head: 1.3,
  skull: [0.62, 0.55, 0.56],
  chest: 0.25,
  limbs: 0.105,
  square: 0,
};

/** Storybook people: a head of a third. */
export const FOLK: Build = {
  hip: 0.52,
  shoulder: 1.0,
  head: 1.42,
  skull: [0.4, 0.39, 0.38],
  chest: 0.27,
  limbs: 0.105,
  square: 0,
};

export interface Clothes {
  readonly skin: Finish;
  /** Gloves, where hands are not bare. */
  readonly hands?: Finish;
  readonly face: Finish;
  readonly shirt: Finish;
  readonly sleeves?: Finish;
  readonly pants: Finish;
  readonly shoes: Finish;
  readonly belt?: Finish;
}

/** Where hands are, for what they hold; mirrored for the other. */
export function handOf(build: Build): readonly [number, number, number] {
  return [build.chest + build.limbs * 2.9, build.hip + 0.06, 0.1];
}

/** A figure from the shoes to the face, without hair or hat. */
export function figure(build: Build, clothes: Clothes): Part[] {
  const { hip, shoulder, chest, limbs, skull } = build;
  const section = squircle(build.square);
  const long = shoulder - hip;
  const torso = tube(
    [
      [0, hip - 0.04, 0, chest * 0.92, chest * 0.8],
      [0, hip + long * 0.3, 0, chest * 0.9, chest * 0.76],
      [0, hip + long * 0.72, 0, chest, chest * 0.78],
      [0, shoulder, 0, chest * 0.62, chest * 0.55],
    ],
    { section, up: [0, 0, 1] },
  );
  const hand = handOf(build);
  const hands = clothes.hands ?? clothes.skin;
  const arm: readonly Station[] = [
    [chest * 0.72, shoulder - limbs * 0.75, 0, limbs * 1.02],
    [chest + limbs * 1.4, shoulder - long * 0.42, -0.01, limbs * 0.88],
    [hand[0] - limbs * 0.3, hand[1] + limbs * 1.1, hand[2] - 0.04, limbs * 0.82],
  ];
  const leg: readonly Station[] = [
    [chest * 0.5, hip + 0.02, 0, limbs * 1.32],
    [chest * 0.53, hip * 0.52, 0.015, limbs * 1.12],
    [chest * 0.53, 0.09, 0, limbs * 0.98],
  ];
  const sides = mirrored(
    [
      part(tube(arm, { section }), clothes.sleeves ?? clothes.shirt),
      part(ball(limbs * 0.92, limbs, limbs * 0.95), hands, { at: hand }),
      part(ball(limbs * 0.36, limbs * 0.6, limbs * 0.4), hands, {
        at: [hand[0] - limbs * 0.75, hand[1] + limbs * 0.2, hand[2] + limbs * 0.5],
        turn: [0.06, 0, 0.08],
      }),
      part(tube(leg, { section }), clothes.pants),
      part(shoe(limbs), clothes.shoes, { at: [chest * 0.55, 0, 0.05], turn: [0, 0.02, 0] }),
      part(ball(skull[0] * 0.16, skull[1] * 0.22, skull[2] * 0.13), clothes.skin, {
        at: [skull[0] * 0.97, build.head - skull[1] * 0.12, 0],
      }),
    ],
    'side',
  );
  return [
    part(torso, clothes.shirt, { detail: 1.2 }),
    part(
      tube([
        [0, shoulder - 0.06, 0, limbs * 0.8],
        [0, build.head - skull[1] * 0.5, 0, limbs * 0.8],
      ]),
      clothes.skin,
    ),
    part(headOf(build), clothes.face, { at: [0, build.head, 0], detail: 2.2 }),
    part(ball(skull[0] * 0.075, skull[1] * 0.08, skull[2] * 0.09), clothes.skin, {
      at: [0, build.head - skull[1] * 0.27, skull[2] * 0.94],
    }),
    ...(clothes.belt
      ? [
          part(
            tube(
              [
                [0, hip + 0.0, 0, chest * 0.97, chest * 0.84],
                [0, hip + 0.07, 0, chest * 0.95, chest * 0.82],
              ],
              {
                section,
                ends: 'flat',
                up: [0, 0, 1],
              },
            ),
            clothes.belt,
          ),
        ]
      : []),
    ...sides,
  ];
}

/** A head with full cheeks, or a block of one. */
function headOf({ skull, square }: Build): Surface {
  return finer(
    warp(ball(1), (p) => {
      const cheeks = 1 + 0.06 * (1 - p[1]! * p[1]!) - 0.05 * Math.max(0, p[1]!);
      if (square > 0) blocky(p, square);
      p[0]! *= skull[0] * cheeks;
      p[1]! *= skull[1];
      p[2]! *= skull[2] * (1 - 0.05 * Math.max(0, -p[1]!));
    }),
    20,
    14,
  );
}

/**
 * Hair as a cap about the head: where the face is, it dives under the skin.
 *
 * @param fringe How low it hangs over the brow, in half heights of the head.
 * @param length How far it falls at the back and the sides, in half heights of the head below its middle.
 */
export function hairCap(build: Build, fringe: number, length: number, locks: number): Surface {
  const { skull } = build;
  return finer(
    warp(ball(1), (p, u) => {
      if (build.square > 0) blocky(p, build.square);
      const [x, y, z] = [p[0]!, p[1]!, p[2]!];
      const wave = locks === 0 ? 0 : Math.abs(fraction(u * locks) - 0.5) * 0.34;
      const line = z > 0.15 ? fringe - x * x * 0.55 * (fringe + length) : -length;
      const covered = y > line - wave * 0.5;
      const grow = covered ? 1.1 + 0.05 * Math.max(0, y) + wave * 0.06 : 0.86;
      const fall = !covered || y > 0 ? 1 : 1 + Math.max(0, length - 0.3) * 0.25;
      p[0] = x * grow * skull[0];
      p[1] = y * grow * skull[1] * fall;
      p[2] = z * grow * skull[2] - 0.02 * skull[2];
    }),
    36,
    24,
  );
}

function blocky(p: Float64Array, square: number): void {
  const far = Math.max(Math.abs(p[0]!), Math.abs(p[1]!), Math.abs(p[2]!));
  const k = 1 + (1 / Math.max(far, 1e-9) - 1) * square;
  p[0]! *= k;
  p[1]! *= k;
  p[2]! *= k;
}

function shoe(limbs: number): Surface {
  return warp(ball(limbs * 1.25, limbs * 1.1, limbs * 1.9), (p) => {
    p[1] = Math.max(p[1]!, -limbs * 0.55) + limbs * 0.55;
    if (p[2]! < 0) p[2]! *= 0.7;
  });
}

function fraction(x: number): number {
  return x - Math.floor(x);
}
