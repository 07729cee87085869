import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePicture } from '../picture/make-picture.ts';
import { detectPortrait } from './detect-portrait.ts';

interface Face {
  readonly skin: string;
  readonly hair: string;
  readonly background: string;
  /** Of the middle of the face; parts of the picture. */
  readonly x: number;
  readonly y: number;
  /** Height of the face; part of the picture's height. */
  readonly tall: number;
  /** Unit: degrees. */
  readonly tilt: number;
  readonly width: number;
  readonly height: number;
}

const FACE: Face = {
  skin: '#e3b491',
  hair: '#4a2f20',
  background: '#5d7f9c',
  x: 0.5,
  y: 0.45,
  tall: 0.5,
  tilt: 0,
  width: 300,
  height: 380,
};

function darker(hex: string, by: number): string {
  const channels = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * by),
  );
  return `rgb(${channels.join(',')})`;
}

/** A drawn head: hair, ears, shaded oval, brows, eyes, nose, mouth, neck and shoulders. */
function portrait(face: Face, parts: { eyes?: boolean; mouth?: boolean } = {}): string {
  const { skin, hair, width, height } = face;
  const h = face.tall * height;
  const w = h * 0.74;
  const line = darker(skin, 0.62);
  const eye = (side: number): string => `
    <ellipse cx="${side * w * 0.2}" cy="${-h * 0.075}" rx="${w * 0.095}" ry="${h * 0.033}" fill="#f4efe9"/>
    <circle cx="${side * w * 0.2}" cy="${-h * 0.075}" r="${h * 0.033}" fill="#3a2a1e"/>
    <path d="M ${side * w * 0.1} ${-h * 0.135} Q ${side * w * 0.2} ${-h * 0.17} ${side * w * 0.31} ${-h * 0.13}" stroke="${hair}" stroke-width="${h * 0.026}" fill="none"/>
    <path d="M ${side * w * 0.11} ${-h * 0.1} Q ${side * w * 0.2} ${-h * 0.125} ${side * w * 0.3} ${-h * 0.09}" stroke="${line}" stroke-width="${h * 0.018}" fill="none"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="g" cx="0.42" cy="0.4" r="0.75"><stop offset="0" stop-color="${skin}"/><stop offset="1" stop-color="${darker(skin, 0.78)}"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="${face.background}"/>
    <g transform="translate(${face.x * width} ${face.y * height}) rotate(${face.tilt})">
      <ellipse cx="0" cy="${h * 1.05}" rx="${w * 1.1}" ry="${h * 0.45}" fill="#39424f"/>
      <rect x="${-w * 0.2}" y="${h * 0.35}" width="${w * 0.4}" height="${h * 0.36}" fill="${darker(skin, 0.8)}"/>
      <ellipse cx="0" cy="${-h * 0.1}" rx="${w * 0.6}" ry="${h * 0.52}" fill="${hair}"/>
      <ellipse cx="0" cy="0" rx="${w * 0.47}" ry="${h * 0.49}" fill="url(#g)"/>
      <path d="M ${-w * 0.47} ${-h * 0.12} Q ${-w * 0.3} ${-h * 0.46} 0 ${-h * 0.38} Q ${w * 0.3} ${-h * 0.46} ${w * 0.47} ${-h * 0.12} Q ${w * 0.5} ${-h * 0.6} 0 ${-h * 0.6} Q ${-w * 0.5} ${-h * 0.6} ${-w * 0.47} ${-h * 0.12} Z" fill="${hair}"/>
      ${parts.eyes === false ? '' : eye(-1) + eye(1)}
      <path d="M 0 ${-h * 0.03} L ${-w * 0.05} ${h * 0.1} Q 0 ${h * 0.13} ${w * 0.05} ${h * 0.1}" stroke="${line}" stroke-width="${h * 0.012}" fill="none"/>
      ${parts.mouth === false ? '' : `<path d="M ${-w * 0.17} ${h * 0.24} Q 0 ${h * 0.21} ${w * 0.17} ${h * 0.24} Q 0 ${h * 0.31} ${-w * 0.17} ${h * 0.24} Z" fill="${darker('#c4605a', skin < '#8' ? 0.6 : 1)}"/>`}
    </g></svg>`;
}

async function png(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function svg(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${inside}</svg>`;
}

describe('detectPortrait', () => {
  it.each([
    ['fair', {}],
    ['pale, blond', { skin: '#f2d3bd', hair: '#c9a25f', background: '#dfe5ea' }],
    ['olive', { skin: '#c68e63', hair: '#1d1614', background: '#2f3b33' }],
    ['brown', { skin: '#96613f', hair: '#17110e', background: '#a8bccb' }],
    ['dark', { skin: '#6b4128', hair: '#0f0c0a', background: '#c9d2cf' }],
    ['large', { tall: 0.82, y: 0.5 }],
    ['small', { tall: 0.3, x: 0.4, y: 0.4 }],
    ['at the side', { x: 0.3, tall: 0.4 }],
    ['tilted a little', { tilt: 8 }],
    ['in a wide picture', { width: 480, height: 270, tall: 0.6, y: 0.48 }],
  ] satisfies [string, Partial<Face>][])('finds a drawn face: %s', async (_name, change) => {
    expect(await detectPortrait(await png(portrait({ ...FACE, ...change })))).toBe(true);
  });

  it('finds it in a JPEG too', async () => {
    const jpeg = await sharp(Buffer.from(portrait(FACE)))
      .jpeg({ quality: 70 })
      .toBuffer();
    expect(await detectPortrait(jpeg)).toBe(true);
  });

  it.each([
    ['a block of skin colour', svg('<rect width="300" height="300" fill="#e3b491"/>')],
    [
      'an oval of skin colour',
      svg(
        '<rect width="300" height="300" fill="#456"/><ellipse cx="150" cy="150" rx="80" ry="110" fill="#e3b491"/>',
      ),
    ],
    ['a face without eyes', portrait(FACE, { eyes: false })],
    ['a face without a mouth', portrait(FACE, { mouth: false })],
    ['a face upside down', portrait({ ...FACE, tilt: 180 })],
    ['a green face', portrait({ ...FACE, skin: '#63b46a' })],
    [
      'stripes of brown',
      svg(
        Array.from(
          { length: 10 },
          (_, index) =>
            `<rect x="${index * 30}" width="30" height="300" fill="${index % 2 ? '#b07a4f' : '#80532f'}"/>`,
        ).join(''),
      ),
    ],
    [
      'a wooden crate',
      svg(
        '<rect width="300" height="300" fill="#7fa7c0"/><rect x="60" y="70" width="180" height="180" fill="#a87243"/><path d="M60 70 L240 250 M240 70 L60 250" stroke="#6b4526" stroke-width="16"/>',
      ),
    ],
    [
      'an orange with a leaf',
      svg(
        '<rect width="300" height="300" fill="#f3efe6"/><circle cx="150" cy="160" r="100" fill="#e88b2f"/><ellipse cx="170" cy="60" rx="40" ry="16" fill="#4c8a3c"/>',
      ),
    ],
  ])('finds none in %s', async (_name, drawing) => {
    expect(await detectPortrait(await png(drawing))).toBe(false);
  });

  it.each([
    'a desert at golden hour',
    'a castle on a mountain at sunset',
    'a ship at sea, dawn',
    'a city at night',
    'a wooden chest in a forest',
  ])('finds none in a scene: %s', async (prompt) => {
    for (const seed of ['1', '2', '3']) {
      const picture = await makePicture({
        prompt,
        width: 320,
        height: 240,
        seed,
        references: [],
        draft: false,
      });
      expect(await detectPortrait(picture)).toBe(false);
    }
  });

  it('refuses what is no image', async () => {
    await expect(detectPortrait(new TextEncoder().encode('no image'))).rejects.toThrow();
  });
});

describe('detectPortrait of what makePicture draws', () => {
  it.each([
    'portrait of a woman with red hair',
    'a portrait of a man with a beard',
    'a headshot of a girl with black hair',
  ])('finds the face of "%s"', async (prompt) => {
    for (const seed of ['1', '2', '3', '4']) {
      const spec = { prompt, width: 384, height: 384, seed, references: [], draft: false };
      expect([seed, await detectPortrait(await makePicture(spec))]).toEqual([seed, true]);
    }
  });
});
