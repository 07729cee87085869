/** Size words; each multiplies a thing's usual size. */
const SIZES: Readonly<Record<string, number>> = {
  tiny: 0.4,
  mini: 0.45,
  miniature: 0.4,
  small: 0.65,
  little: 0.65,
  baby: 0.5,
  big: 1.5,
  large: 1.6,
  huge: 2.4,
  giant: 3,
  gigantic: 3.5,
  massive: 2.6,
  colossal: 4,
  enormous: 3,
};

const UNITS: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  metre: 1,
  metres: 1,
  meter: 1,
  meters: 1,
  ft: 0.3048,
  feet: 0.3048,
  inch: 0.0254,
  inches: 0.0254,
};

export function sizeNamed(word: string): number | undefined {
  return SIZES[word];
}

/** A measure such as "2 m", "30cm" or "1.5 metres". Unit of the result: metres. */
export function measureIn(prompt: string): number | undefined {
  const units = Object.keys(UNITS).join('|');
  const found = new RegExp(`(\\d+(?:\\.\\d+)?)\\s*-?(${units})\\b`, 'i').exec(prompt);
  if (!found) return undefined;
  const metres = Number(found[1]) * UNITS[found[2]!.toLowerCase()]!;
  return metres >= 0.002 && metres <= 1000 ? metres : undefined;
}
