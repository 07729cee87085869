import { rgb, type Rgb } from '../paint/finish.ts';

export type StuffName =
  | 'wood'
  | 'stone'
  | 'metal'
  | 'skin'
  | 'scales'
  | 'cloth'
  | 'leather'
  | 'fur'
  | 'leaf'
  | 'bark'
  | 'brick'
  | 'tiles'
  | 'thatch'
  | 'plaster'
  | 'crystal'
  | 'bone'
  | 'plastic'
  | 'marble';

export interface MaterialWord {
  readonly stuff: StuffName;
  readonly color?: Rgb;
  readonly other?: Rgb;
}

/** Material words, and the colour each brings where the prompt names none. */
export const MATERIALS: Readonly<Record<string, MaterialWord>> = {
  wood: { stuff: 'wood', color: rgb(0x8a5c34) },
  wooden: { stuff: 'wood', color: rgb(0x8a5c34) },
  oak: { stuff: 'wood', color: rgb(0x9a6d3f) },
  pine: { stuff: 'wood', color: rgb(0xc29a62) },
  walnut: { stuff: 'wood', color: rgb(0x5f4029) },
  mahogany: { stuff: 'wood', color: rgb(0x6f3323) },
  bamboo: { stuff: 'wood', color: rgb(0xc3a95c) },
  stone: { stuff: 'stone', color: rgb(0x8b8880) },
  granite: { stuff: 'stone', color: rgb(0x8c8783) },
  rocky: { stuff: 'stone', color: rgb(0x857f77) },
  sandstone: { stuff: 'stone', color: rgb(0xc4a374) },
  obsidian: { stuff: 'crystal', color: rgb(0x1d1b24) },
  marble: { stuff: 'marble', color: rgb(0xe6e2db) },
  metal: { stuff: 'metal', color: rgb(0x9a9ea3) },
  metallic: { stuff: 'metal', color: rgb(0x9a9ea3) },
  steel: { stuff: 'metal', color: rgb(0xb4bac0) },
  iron: { stuff: 'metal', color: rgb(0x6c6d70) },
  chrome: { stuff: 'metal', color: rgb(0xd7dade) },
  silver: { stuff: 'metal', color: rgb(0xd0d2d4) },
  gold: { stuff: 'metal', color: rgb(0xe2b44c) },
  golden: { stuff: 'metal', color: rgb(0xe2b44c) },
  bronze: { stuff: 'metal', color: rgb(0xa9743c) },
  brass: { stuff: 'metal', color: rgb(0xc4a04d) },
  copper: { stuff: 'metal', color: rgb(0xc07148) },
  rusty: { stuff: 'metal', color: rgb(0x74706c), other: rgb(0x8a4a26) },
  rusted: { stuff: 'metal', color: rgb(0x74706c), other: rgb(0x8a4a26) },
  leather: { stuff: 'leather', color: rgb(0x6d4427) },
  cloth: { stuff: 'cloth' },
  fabric: { stuff: 'cloth' },
  velvet: { stuff: 'cloth' },
  knitted: { stuff: 'cloth' },
  plush: { stuff: 'fur' },
  furry: { stuff: 'fur' },
  fluffy: { stuff: 'fur' },
  brick: { stuff: 'brick', color: rgb(0xa3543c) },
  thatched: { stuff: 'thatch', color: rgb(0xb89a55) },
  thatch: { stuff: 'thatch', color: rgb(0xb89a55) },
  straw: { stuff: 'thatch', color: rgb(0xcbb062) },
  plaster: { stuff: 'plaster' },
  crystal: { stuff: 'crystal', color: rgb(0x8fc7e6) },
  crystalline: { stuff: 'crystal', color: rgb(0x8fc7e6) },
  glass: { stuff: 'crystal', color: rgb(0xb9dde0) },
  ice: { stuff: 'crystal', color: rgb(0xc4e6f5) },
  icy: { stuff: 'crystal', color: rgb(0xc4e6f5) },
  frozen: { stuff: 'crystal', color: rgb(0xc4e6f5) },
  diamond: { stuff: 'crystal', color: rgb(0xdff2f8) },
  bone: { stuff: 'bone', color: rgb(0xe2d8bf) },
  plastic: { stuff: 'plastic' },
  ceramic: { stuff: 'plastic', color: rgb(0xe4e0d6) },
  porcelain: { stuff: 'plastic', color: rgb(0xf0eee8) },
  clay: { stuff: 'plaster', color: rgb(0xb0714d) },
  terracotta: { stuff: 'plaster', color: rgb(0xb9643f) },
  concrete: { stuff: 'plaster', color: rgb(0xa3a19b) },
  scaly: { stuff: 'scales' },
};
