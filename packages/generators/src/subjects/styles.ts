/** Ways of making that a prompt may ask for. */
export type Style =
  | 'pixel art'
  | 'voxel'
  | 'low-poly'
  | 'watercolor'
  | 'isometric'
  | 'flat'
  | 'line art'
  | 'clay'
  | 'neon'
  | 'noir'
  | 'sticker';

/** The first that matches has the prompt. */
const STYLES: readonly (readonly [Style, RegExp])[] = [
  ['pixel art', /\bpixel(?:ated|s)?\b|\b(?:8|16)[- ]?bit\b/],
  ['voxel', /\bvoxels?\b|\bminecraft\b|\bblocky\b/],
  ['low-poly', /\blow[- ]?poly\b/],
  ['watercolor', /\bwater ?colou?rs?\b|\baquarelle\b/],
  ['isometric', /\bisometric\b/],
  [
    'line art',
    /\bline[- ]?(?:art|drawing)\b|\bsketch(?:ed)?\b|\bink drawing\b|\bcolou?ring (?:page|book)\b/,
  ],
  ['clay', /\bclay(?:mation)?\b|\bplasticine\b/],
  ['sticker', /\bstickers?\b/],
  ['noir', /\bnoir\b|\bblack and white\b|\bmonochrome\b/],
  ['neon', /\bneon\b|\bsynthwave\b|\bcyberpunk\b/],
  ['flat', /\bflat\b|\bvector\b/],
];

/** The words by which styles are asked for, so that none is taken for a thing. */
export const STYLE_WORDS: ReadonlySet<string> = new Set(
  `pixel pixelated art bit voxel voxels minecraft blocky low poly lowpoly watercolor watercolour aquarelle isometric
line lineart drawing sketch sketched ink coloring colouring page clay claymation plasticine sticker noir monochrome
neon synthwave cyberpunk flat vector`.split(/\s+/),
);

export function styleOf(prompt: string): Style | undefined {
  const text = prompt.toLowerCase();
  return STYLES.find(([, pattern]) => pattern.test(text))?.[0];
}
