import sharp from '@assetgen/render/sharp';
import type { OverlayOptions } from '@assetgen/render/sharp';
import type { Card, Report } from './types.ts';
import { printFacts, printPaid, summaryLine } from './words.ts';

/** Most cells of the widest sheet: beyond it, cells are smaller. */
const MANY = 120;
const HEAD = 72;
const GAP = 12;

/** A contact sheet as one PNG. Letters are those of the machine's fonts. */
export async function pngReport(report: Report): Promise<Uint8Array> {
  const { cards, title } = report;
  const width = cards.length > MANY ? 140 : 240;
  const pair = report.since !== null;
  const picture = { width: pair ? width * 2 + 4 : width, height: Math.round(width * 0.75) };
  const cell = { width: picture.width + GAP, height: picture.height + 46 + GAP };
  const columns = Math.max(
    1,
    Math.ceil(Math.sqrt((cards.length * cell.height * 1.4) / cell.width)),
  );
  const rows = Math.ceil(cards.length / columns);
  const page = {
    width: Math.max(480, columns * cell.width + GAP),
    height: HEAD + rows * cell.height + GAP,
  };
  const layers: OverlayOptions[] = [
    {
      input: svg(page.width, HEAD, [
        text(GAP, 30, 20, '#1d1d1b', title),
        text(GAP, 54, 13, '#5d5d57', summaryLine(report)),
      ]),
      left: 0,
      top: 0,
    },
  ];
  for (const [index, card] of cards.entries()) {
    const left = GAP + (index % columns) * cell.width;
    const top = HEAD + Math.floor(index / columns) * cell.height;
    const sides = pair ? [card.before, card.now] : [card.now];
    for (const [number, side] of sides.entries()) {
      const at = { left: left + number * (width + 4), top };
      layers.push({ input: await well(side?.picture?.webp ?? null, width, picture.height), ...at });
    }
    const label = [
      text(0, 16, 13, '#1d1d1b', fit(card.name, picture.width / 7.4)),
      text(0, 34, 12, '#5d5d57', fit(facts(card, report), picture.width / 6.6)),
    ];
    layers.push({ input: svg(picture.width, 44, label), left, top: top + picture.height + 2 });
  }
  return sharp({ create: { ...page, channels: 3, background: '#f6f6f4' }, limitInputPixels: false })
    .composite(layers)
    .png({ compressionLevel: 9, palette: cards.length > MANY })
    .toBuffer();
}

function facts({ change, state, standIn, points, now }: Card, { free }: Report): string {
  const parts = [
    ...(change === null ? [] : [change]),
    ...(state === null || state === 'ready' ? [] : [state]),
    ...(standIn ? ['stand-in'] : []),
    printPaid(points, free),
    ...(now === null ? [] : [printFacts(now)]),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

async function well(
  webp: string | Uint8Array | null,
  width: number,
  height: number,
): Promise<Buffer> {
  const background = '#ececea';
  if (webp === null)
    return sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp(webp)
    .resize({ width, height, fit: 'contain', background })
    .flatten({ background })
    .png()
    .toBuffer();
}

function svg(width: number, height: number, content: readonly string[]): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content.join('')}</svg>`,
  );
}

function text(x: number, y: number, size: number, colour: string, words: string): string {
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${colour}">${escape(words)}</text>`;
}

function fit(words: string, letters: number): string {
  return words.length > letters ? `${words.slice(0, Math.floor(letters) - 1)}…` : words;
}

function escape(words: string): string {
  // Characters that XML has no place for would make the whole label unreadable.
  const plain = words.replaceAll(/\p{Cc}|[\ufffe\uffff]/gu, '');
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
