import { COLORS } from '../model/words/colors.ts';
import { shade, rgb, type Rgb } from '../model/paint/finish.ts';
import type { Glyph } from './lexicon.ts';
import { hexOf } from './recolor.ts';

const PEOPLE =
  /^(?:man|woman|boy|girl|child|baby|person|prince|princess|king|queen|man-\w+|woman-\w+|person-\w+)/;
const WOMEN = /\b(?:woman|women|girl|lady|queen|princess|mother|grandmother|female)\b/;
const BEARDS = /\b(?:beard|bearded|grandfather)\b/;
const SKINS: readonly Rgb[] = [0xe3b491, 0xd9a27c, 0xeac0a0, 0xc68a63].map(rgb);
const HAIRS: readonly Rgb[] = [0x3a2a20, 0x5a3822, 0x2a2421, 0x8a5a34].map(rgb);
const SHIRTS: readonly Rgb[] = [0x39424f, 0x2f5f6e, 0x4b3f63, 0x2f5a44].map(rgb);
/** Of hair: what its colour words mean there. */
const HAIR_WORDS: Readonly<Record<string, Rgb>> = {
  red: rgb(0xb01818),
  ginger: rgb(0x93361a),
  blond: rgb(0xd9b062),
  blonde: rgb(0xd9b062),
  redhead: rgb(0xb01818),
};

/** True where a prompt asks for the face of a person, and for no more of them. */
export function isPortrait(prompt: string, glyph: string): boolean {
  return /\b(?:portrait|headshot|selfie)\b/i.test(prompt) && PEOPLE.test(glyph);
}

/** Head and shoulders from the front, in the hair that the prompt says; a face that a portrait check finds. */
export function portraitGlyph(prompt: string, random: () => number): Glyph {
  const text = prompt.toLowerCase();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const said =
    /\b(\w+)(?:[ -](?:long|short|curly))?[ -]hair(?:ed)?\b/.exec(text)?.[1] ??
    /\b(?:redhead|blonde?)\b/.exec(text)?.[0] ??
    '';
  const isOld = /\b(?:old|elderly|grand\w+)\b/.test(text);
  const hairColor = HAIR_WORDS[said] ?? COLORS[said] ?? (isOld ? rgb(0xb9b6b0) : pick(HAIRS));
  const skin = pick(SKINS);
  const [tone, hair, shirt] = [skin, hairColor, pick(SHIRTS)].map(hexOf);
  const [low, line] = [shade(skin, 0.8), shade(skin, 0.62)].map(hexOf);
  const long = WOMEN.test(text)
    ? `<path fill="${hair}" d="M8.500 11C8 4 12 1.500 16 1.500S24 4 23.500 11l1 12c-2 2-4 2-5.500 1h-6c-1.500 1-3.500 1-5.500-1z"/>`
    : `<ellipse cx="16" cy="11.500" rx="8" ry="8.500" fill="${hair}"/>`;
  const beard = BEARDS.test(text)
    ? `<path fill="${hair}" d="M10.200 16c.3 5 2.800 8 5.800 8s5.500-3 5.800-8c-1 2-2.300 1.500-3 1.200-.8-.4-4.800-.4-5.600 0-.7.3-2 .8-3-1.200"/>`
    : '';
  const eye = (x: number): string =>
    `<ellipse cx="${x}" cy="12.300" rx="1.250" ry=".5" fill="#f4efe9"/><circle cx="${x}" cy="12.300" r=".52" fill="#33241a"/><path d="M${x - 1.3} 11.300q1.300-.7 2.600 0" stroke="${hair}" stroke-width=".42" fill="none"/><path d="M${x - 1.2} 11.900q1.200-.55 2.400 0" stroke="${line}" stroke-width=".28" fill="none"/>`;
  return {
    name: 'portrait',
    size: 32,
    body: `${long}<ellipse cx="16" cy="31" rx="12.500" ry="6.500" fill="${shirt}"/><rect x="13.500" y="19" width="5" height="7" fill="${low}"/><ellipse cx="16" cy="13.500" rx="6.200" ry="7.800" fill="${tone}"/>${beard}<path fill="${hair}" d="M9.800 12C10.500 8 13 7 16 7.400 19 7 21.500 8 22.200 12 23 5.500 20 3.300 16 3.300S9 5.500 9.800 12"/>${eye(13.4)}${eye(18.6)}<path d="M16 13l-.7 2.200q.7.400 1.400 0" stroke="${line}" stroke-width=".22" fill="none"/><path d="M13.700 17.400q2.300-.5 4.600 0-2.300 1.300-4.600 0" fill="#b9564f"/>`,
  };
}
