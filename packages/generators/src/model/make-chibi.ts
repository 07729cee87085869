import { finishModel } from './finish-model.ts';
import { smoothstep } from './exact-math.ts';
import { readPortrait, type Portrait } from './image/read-portrait.ts';
import { readImage, type Picture } from './image/read-image.ts';
import { createNoise } from './noise.ts';
import { drawnFace } from './paint/drawn-face.ts';
import { cover, type Finish, overpainted, type Rgb, shade } from './paint/finish.ts';
import { makeStuff } from './paint/make-stuff.ts';
import { createRandom, hashText } from './random.ts';
import { mirrored, part, type Part } from './shape/part.ts';
import { ball } from './shape/surface.ts';
import { tube } from './shape/tube.ts';
import { CHIBI, figure, hairCap, type Build } from './things/creatures/figure.ts';
import type { StuffName } from './words/materials.ts';

/** One chibi figure from one image. */
export interface ChibiSpec {
  readonly image: Uint8Array;
  /** A configured style tag. */
  readonly style: string;
  readonly seed: string;
  readonly draft: boolean;
}

/** Faces of a full chibi; the service's specification asks for no number. */
const FACES = 100_000;

/** The stuff of skin and of cloth, by style tag; other tags look like 'chibi'. */
const STYLES: Readonly<Record<string, { skin: StuffName; cloth: StuffName; square: number }>> = {
  toy: { skin: 'plastic', cloth: 'plastic', square: 0 },
  clay: { skin: 'plaster', cloth: 'plaster', square: 0 },
  plush: { skin: 'fur', cloth: 'fur', square: 0 },
  pixel: { skin: 'plastic', cloth: 'plastic', square: 0.82 },
};

/** A rounded figure with a big head, in the colours of the image and with its face. */
export async function makeChibi(spec: ChibiSpec): Promise<Uint8Array> {
  const { picture, cutout } = await readImage(spec.image, {
    texels: spec.draft ? 256 : 1024,
    cells: 128,
    enhance: false,
  });
  const portrait = readPortrait(cutout);
  const style = STYLES[spec.style] ?? { skin: 'skin', cloth: 'cloth', square: 0 };
  const random = createRandom(hashText(`${spec.seed}/chibi`));
  const noise = createNoise(hashText(`noise/${spec.seed}`));
  const stuff = (name: StuffName, color: Rgb): Finish =>
    makeStuff(name, { noise, color, axis: 'y', gloss: 0.45, gleam: 0 });
  const build: Build = { ...CHIBI, square: style.square };
  const skin = stuff(style.skin, portrait.skin);
  const face = portrait.found
    ? pictureFace(skin, picture, portrait, build)
    : drawnFace(skin, {
        wide: build.skull[0],
        high: build.skull[1],
        eyes: portrait.shirt,
        brows: shade(portrait.hair, 0.7),
        skin: portrait.skin,
      });
  const shirt = printed(stuff(style.cloth, portrait.shirt), picture, build, !portrait.found);
  const parts: Part[] = [
    ...figure(build, {
      skin,
      face,
      shirt,
      sleeves: stuff(style.cloth, portrait.shirt),
      pants: stuff(style.cloth, portrait.pants),
      shoes: stuff(style.skin === 'fur' ? 'fur' : 'leather', shade(portrait.pants, 0.6)),
    }),
    ...hairOf(
      build,
      stuff(style.skin === 'skin' ? 'skin' : style.skin, portrait.hair),
      portrait,
      random,
    ),
  ];
  return finishModel(parts, {
    name: 'chibi',
    faces: FACES,
    pbr: true,
    meshOnly: false,
    draft: spec.draft,
    metres: 0.12,
    extras: { style: spec.style },
  });
}

function hairOf(build: Build, hair: Finish, portrait: Portrait, random: () => number): Part[] {
  const { skull, head } = build;
  const long = portrait.longHair ? 0.92 : 0.35;
  const out = [part(hairCap(build, 0.52, long, 14), hair, { at: [0, head, 0], detail: 1.2 })];
  const tuft = (x: number, y: number, z: number, lean: number, size: number): Part =>
    part(
      tube([
        [x, y, z, size * 0.34],
        [x + lean * 0.4, y + size * 0.6, z - size * 0.1, size * 0.24],
        [x + lean, y + size, z - size * 0.45, 0.004],
      ]),
      hair,
    );
  const kind = portrait.longHair ? 1 + Math.floor(random() * 2) : Math.floor(random() * 2) * 3;
  if (kind === 0) {
    out.push(
      tuft(0, head + skull[1] * 1.05, 0, 0.1, 0.26),
      tuft(0.08, head + skull[1], 0.05, 0.2, 0.2),
    );
  } else if (kind === 1) {
    out.push(
      ...mirrored(
        [
          part(ball(0.2, 0.26, 0.2), hair, {
            at: [skull[0] * 1.08, head + skull[1] * 0.05, -0.12],
          }),
        ],
        'bunch',
      ),
    );
  } else if (kind === 2) {
    out.push(part(ball(0.22), hair, { at: [0, head + skull[1] * 1.2, -0.1] }));
  } else {
    for (let i = -2; i <= 2; i++) {
      out.push(tuft(i * 0.17, head + skull[1] * (1.02 - Math.abs(i) * 0.1), 0.05, i * 0.09, 0.24));
    }
  }
  return out;
}

/** The picture's face thrown on the front of the head, melting into the skin at its rim. */
function pictureFace(
  skin: Finish,
  picture: Picture,
  { face, skin: tone, hair }: Portrait,
  build: Build,
): Finish {
  const [wide, high] = build.skull;
  return overpainted(skin, (s, t) => {
    if (s.z <= 0) return;
    const x = s.x / (wide * 0.86);
    const y = (s.y + high * 0.12) / (high * 0.8);
    const rim = x * x + y * y;
    if (rim > 1.02) return;
    const seen = colorAt(picture, face.x + x * face.wide * 0.5, face.y - y * face.high * 0.5);
    const [r, g, b] = seen;
    // Hair and background about the face are not skin: they give way to it before the features do.
    const foreign = Math.abs(r - tone[0]) + Math.abs(g - tone[1]) + Math.abs(b - tone[2]);
    const toHair = Math.abs(r - hair[0]) + Math.abs(g - hair[1]) + Math.abs(b - hair[2]);
    if (y > 0.34 && toHair < foreign) return;
    const k =
      smoothstep(1.02, 0.7, rim) *
      (1 - smoothstep(0.42, 0.6, rim) * smoothstep(0.15, 0.4, foreign));
    cover(t, seen, k);
    // Dark features shine a little, as eyes do.
    t.rough -= 0.25 * k * smoothstep(0.1, 0.5, tone[0] - r);
  });
}

/** The picture as a round print on the chest, where it has no face to show. */
function printed(cloth: Finish, picture: Picture, build: Build, show: boolean): Finish {
  if (!show) return cloth;
  const middle = build.hip + (build.shoulder - build.hip) * 0.5;
  const radius = build.chest * 0.62;
  return overpainted(cloth, (s, t) => {
    if (s.z <= 0) return;
    const x = s.x / radius;
    const y = (s.y - middle) / radius;
    const k = smoothstep(1, 0.9, x * x + y * y);
    if (k === 0) return;
    const seen = colorAt(picture, 0.5 + x * 0.5, 0.5 - y * 0.5);
    cover(t, seen, k);
  });
}

function colorAt({ width, height, rgb }: Picture, u: number, v: number): Rgb {
  const x = Math.min(width - 1, Math.max(0, Math.floor(u * width)));
  const y = Math.min(height - 1, Math.max(0, Math.floor(v * height)));
  const at = (y * width + x) * 3;
  return [rgb[at]! / 255, rgb[at + 1]! / 255, rgb[at + 2]! / 255];
}
