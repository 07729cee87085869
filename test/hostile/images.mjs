// Images that claim, or expand to, more than they hold.
import { png, pngOf, zeros } from './png.mjs';

/** A GIF of so many frames of one pixel, 20 bytes each, on a screen of any size (GIF89a). */
function gif({ width, height, frames }) {
  const head = Buffer.alloc(19);
  head.write('GIF89a', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head.set([0x80, 0, 0], 10);
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([head, ...Array(frames).fill(frame), Buffer.from([0x3b])]);
}

/** A VP8L image of one colour: its size stands in 14 bits each (RFC 9649, section 3.4). */
function webp(width, height) {
  const data = Buffer.alloc(32);
  data[0] = 0x2f;
  data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  const head = Buffer.alloc(20);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(12 + data.length, 4);
  head.write('WEBPVP8L', 8, 'latin1');
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

/** A TIFF of pages that are one and the same directory (TIFF 6.0, section 2). */
function tiffRing() {
  const bytes = Buffer.alloc(8 + 2 + 12 * 3 + 4);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(3, 8);
  [
    [256, 60_000],
    [257, 60_000],
    [262, 1],
  ].forEach(([tag, value], at) => {
    bytes.writeUInt16LE(tag, 10 + at * 12);
    bytes.writeUInt16LE(4, 12 + at * 12);
    bytes.writeUInt32LE(1, 14 + at * 12);
    bytes.writeUInt32LE(value, 18 + at * 12);
  });
  bytes.writeUInt32LE(8, 46);
  return bytes;
}

/** @param {string} body @param {string} [size] */
function svg(body, size = 'width="64" height="64"') {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`,
  );
}

/** Each level draws the one below it ten times. */
function uses(levels) {
  const level = (at) => `<g id="l${at}">${`<use xlink:href="#l${at - 1}"/>`.repeat(10)}</g>`;
  const all = Array.from({ length: levels }, (_, at) => level(at + 1)).join('');
  return svg(
    `<defs><g id="l0"><rect width="9" height="9"/></g>${all}</defs><use xlink:href="#l${levels}"/>`,
  );
}

function laughs() {
  const entity = (at) => `<!ENTITY l${at} "${`&l${at - 1};`.repeat(10)}">`;
  const all = Array.from({ length: 10 }, (_, at) => entity(at + 1)).join('');
  const text = svg('<text>&l10;</text>').toString();
  return Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${all}]>${text}`);
}

/** Each level holds the one below it as data, and draws it ten times. */
function embedded(levels) {
  let text = svg('<rect width="9" height="9"/>');
  for (let level = 0; level < levels; level += 1) {
    const data = `data:image/svg+xml;base64,${text.toString('base64')}`;
    text = svg(`<image id="i" href="${data}"/>${'<use xlink:href="#i"/>'.repeat(10)}`);
  }
  return text;
}

/** Each mask is masked ten times by the one before it. */
function masks(count) {
  const rect = (at) => `<rect width="9" height="9" mask="url(#m${at})"/>`;
  const all = Array.from(
    { length: count },
    (_, at) => `<mask id="m${at + 1}">${rect(at).repeat(10)}</mask>`,
  );
  return svg(`<mask id="m0"/>${all.join('')}${rect(count)}`);
}

/** Each with what it is; all of them below 3 MB. */
export const IMAGE_BOMBS = {
  'a PNG of 268 megapixels in 32 KB': () =>
    png({ width: 16_384, height: 16_384, depth: 1, colour: 0 }),
  'a PNG of 144 megapixels in 140 KB': () => png({ width: 12_000, height: 12_000, colour: 0 }),
  'a PNG of 4 gigapixels': () =>
    pngOf({ width: 65_535, height: 65_535, depth: 8, colour: 6, data: zeros(1000) }),
  'a PNG of one row of 90 million pixels': () =>
    pngOf({ width: 90_000_000, height: 1, depth: 8, colour: 0, data: zeros(9e7 + 1) }),
  'a GIF of 100,000 frames of 65,535 × 65,535': () =>
    gif({ width: 65_535, height: 65_535, frames: 100_000 }),
  'a GIF of 100,000 frames': () => gif({ width: 4, height: 4, frames: 100_000 }),
  'a WebP of 268 megapixels in 52 bytes': () => webp(16_384, 16_384),
  'a TIFF whose pages go in a ring': () => tiffRing(),
  'an SVG of 16,000 × 16,000': () =>
    svg('<rect width="9" height="9"/>', 'width="16000" height="16000"'),
  'an SVG of a billion pixels a side': () =>
    svg('<rect width="9" height="9"/>', 'width="1e9" height="1e9"'),
  'an SVG that draws itself ten billion times': () => uses(10),
  'an SVG of a billion laughs': () => laughs(),
  'an SVG in SVGs, drawn a hundred million times': () => embedded(8),
  'an SVG of masks in masks': () => masks(10),
  'an SVG whose path has 100,000 corners marked by a thousand parts each': () =>
    svg(
      `<marker id="m">${'<rect width="3" height="3"/>'.repeat(1_000)}</marker><path marker-mid="url(#m)" d="M0 0${'l1 1'.repeat(100_000)}"/>`,
    ),
  'an SVG of one text of 100,000 characters': () => svg(`<text>${'word '.repeat(20_000)}</text>`),
  'an SVG of 100,000 nested groups': () => svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
  'an SVG of images without an end': () => svg('<image '.repeat(300_000)),
  'an SVG whose filter is larger than the world': () =>
    svg(
      `<filter id="f" x="-500" y="-500" width="1000" height="1000"><feTurbulence baseFrequency="0.9" numOctaves="200"/>${'<feGaussianBlur stdDeviation="500"/>'.repeat(50)}</filter><rect width="64" height="64" filter="url(#f)"/>`,
      'width="4000" height="4000"',
    ),
};

/** What is read, and has to go on being read. */
export const IMAGES_TOO = {
  'an SVG of images in a comment': () => svg(`<!-- ${'<image '.repeat(300_000)} -->`),
  'an SVG of an address of spaces': () =>
    svg(`<style>a{fill:url(${' '.repeat(1_000_000)}#a)}</style>`),
  'an SVG of 10 MB of nothing': () => svg(' '.repeat(10_000_000)),
  'a PNG with a profile of 100 MB': () => png({ width: 4, height: 4, profile: zeros(100_000_000) }),
};

/** Small images that are read: the beginnings of cases at random. */
export const IMAGE_SEEDS = [
  () => png({ width: 40, height: 30, pattern: true }),
  () => png({ width: 40, height: 30, colour: 6, text: 'a', profile: zeros(100) }),
  () => png({ width: 9, height: 9, depth: 1, colour: 3 }),
  () => gif({ width: 4, height: 4, frames: 1 }),
  () => svg('<defs><g id="a"><rect width="9" height="9"/></g></defs><use xlink:href="#a"/>'),
];
