import { points } from '../../shape/curve.ts';
import { drawnFace } from '../../paint/drawn-face.ts';
import type { Finish, Rgb } from '../../paint/finish.ts';
import { turned } from '../../shape/arrange.ts';
import { mirrored, part, placed, type Part } from '../../shape/part.ts';
import { ball, finer, torus, warp } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import { sword } from '../treasure/sword.ts';
import { shield, staff } from '../treasure/arms.ts';
import { figure, FOLK, handOf } from './figure.ts';
import { headgear } from './headgear.ts';
import type { Kit, Thing } from '../kit.ts';
import { wordList } from '../../../word-list.ts';

export const character: Thing = {
  name: 'character',
  words: wordList(`
    character person man woman boy girl knight wizard witch king queen princess prince warrior
    soldier pirate ninja elf goblin orc farmer viking human mage adventurer villager
  `),
  metres: 1.7,
  build(kit: Kit): Part[] {
    const green = kit.has('goblin', 'orc');
    const tone = kit.color(
      green ? 0x7da04e : [0xeac09c, 0xd9a87c, 0xa87450, 0x7a4f34][Math.floor(kit.random() * 4)]!,
      'skin',
    );
    const skin = kit.stuff('skin', hex(tone), ['skin'], { gloss: 0.3, fixed: true });
    const hairColor = kit.color(
      [0x3a241a, 0x7a4a24, 0xc89a4a, 0x1e1a1c, 0x8f3f20][Math.floor(kit.random() * 5)]!,
      'hair',
    );
    const knight = kit.has('knight', 'warrior', 'soldier', 'viking');
    const steel = kit.stuff('metal', 0xaeb4ba, ['shirt', 'main'], { gloss: 0.65 });
    const wizard = kit.has('wizard', 'mage', 'witch');
    const ninja = kit.has('ninja');
    const shirtColor = wizard
      ? 0x4a3a8c
      : ninja
        ? 0x25262c
        : kit.has('pirate')
          ? 0x8c2c2c
          : kit.has('king', 'queen', 'prince')
            ? 0x7a1f3a
            : kit.has('princess')
              ? 0xd98ab0
              : kit.has('elf', 'goblin')
                ? 0x4f7a3c
                : 0x3f6ea8;
    const shirt = knight ? steel : kit.stuff('cloth', shirtColor, ['shirt', 'main'], {});
    const pants = knight
      ? kit.stuff('metal', 0x7f858b, ['leg'], { gloss: 0.5 })
      : kit.stuff('cloth', ninja ? 0x1f2026 : 0x4a3f38, ['leg'], {});
    const face = drawnFace(skin, {
      wide: FOLK.skull[0],
      high: FOLK.skull[1],
      eyes: kit.color(green ? 0xc9a52a : 0x4a6fa0, 'eye'),
      brows: hairColor,
      skin: tone,
    });
    const out = figure(FOLK, {
      skin,
      hands: knight ? kit.stuff('metal', 0x8d9399, ['glove'], { gloss: 0.5 }) : skin,
      face,
      shirt,
      pants,
      shoes: kit.stuff(knight ? 'metal' : 'leather', knight ? 0x6c7278 : 0x4a2f20, ['shoe'], {}),
      belt: kit.stuff('leather', 0x5a3822, ['band'], {}),
    });
    const hair = kit.stuff('fur', hex(hairColor), ['hair'], {});
    out.push(...headgear(kit, hair, steel));
    if (green || kit.has('elf')) {
      out.push(
        ...mirrored(
          [
            part(
              tube([
                [0.36, 1.4, 0, 0.09],
                [0.55, 1.5, -0.04, 0.07],
                [0.72, 1.6, -0.1, 0.004],
              ]),
              skin,
            ),
          ],
          'ear',
        ),
      );
    }
    if (wizard || kit.has('princess', 'queen', 'king', 'prince'))
      out.push(...gown(kit, shirt, wizard));
    if (wizard || kit.has('king', 'viking'))
      out.push(
        part(beard(), kit.stuff('fur', wizard ? 0xe8e6e0 : hex(hairColor), ['hair'], {}), {
          at: [0, 1.24, 0.27],
        }),
      );
    const [hx, hy, hz] = handOf(FOLK);
    const held = wizard
      ? staff.build(kit)
      : knight || kit.has('prince', 'pirate', 'adventurer', 'ninja')
        ? sword.build(kit)
        : [];
    out.push(
      ...placed(
        held,
        wizard
          ? { at: [-hx - 0.02, 0, hz + 0.05], scale: 0.86 }
          : { at: [-hx, hy - 0.14, hz + 0.02], scale: 0.52, turn: [0.06, 0, 0.02] },
      ),
    );
    if (knight)
      out.push(
        ...placed(shield.build(kit), {
          at: [hx + 0.06, hy - 0.32, hz + 0.1],
          scale: 0.36,
          turn: [0, 0.06, 0],
        }),
      );
    return out;
  },
};

function gown(kit: Kit, shirt: Finish, wizard: boolean): Part[] {
  const trim = kit.stuff('metal', 0xd1a548, ['band'], { gloss: 0.6 });
  const skirt = turned(
    points([0, 0.03], [0.44, 0.03], [0.4, 0.2], [0.3, 0.46], [0.25, 0.62], [0, 0.66]),
    0.05,
    24,
  );
  return [
    part(skirt, shirt),
    part(finer(torus(0.44, 0.022), 24, 5), trim, { at: [0, 0.05, 0] }),
    ...(wizard
      ? [part(torus(0.275, 0.03), kit.stuff('leather', 0x5a3822, ['belt']), { at: [0, 0.58, 0] })]
      : []),
  ];
}

function beard(): ReturnType<typeof warp> {
  return warp(ball(0.24, 0.34, 0.12), (p) => {
    const t = Math.max(0, -p[1]! / 0.34);
    p[0]! *= 1 - 0.55 * t;
    p[1]! -= 0.02;
  });
}

function hex(color: Rgb): number {
  const [r, g, b] = color.map((value) => Math.round(value * 255)) as [number, number, number];
  return (r << 16) | (g << 8) | b;
}
