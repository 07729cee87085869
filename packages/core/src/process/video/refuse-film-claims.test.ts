import { describe, expect, it } from 'vitest';
import { refuseFilmClaims, refuseFrame } from './refuse-film-claims.ts';

function box(type: string, ...parts: (Uint8Array | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
};
const film = (...tables: Buffer[]): Buffer =>
  box('moov', box('trak', box('mdia', box('minf', box('stbl', ...tables)))));
const times = (count: number, one: Buffer): Buffer => Buffer.concat(Array(count).fill(one));

describe('what a film claims is refused with the number and the limit', () => {
  it.each([
    [
      'samples of one size',
      film(box('stsz', u32(0, 4, 4e9))),
      /4000000000 samples; the limit is 10\d+/,
    ],
    ['samples of one length', film(box('stts', u32(0, 1, 3e9, 1))), /3000000000 samples/],
    ['offsets', film(box('ctts', u32(0, 2, 2e9, 1, 2e9, 1))), /4000000000 samples/],
    [
      'a table that goes on behind its box',
      film(box('stts', u32(0, 9, 1, 1000))),
      /a table "stts" of 9 entries: its box has room for 1$/,
    ],
    ['chunks', film(box('stsc', u32(0, 2, 1, 5, 1, 1_000_000, 5, 1))), /5000000 samples/],
    ['a chunk', film(box('stsc', u32(0, 1, 1, 3e9, 1))), /3000000000 samples/],
    [
      'samples of a fragment',
      box('moof', box('traf', box('trun', u32(0, 1e9)))),
      /1000000000 samples/,
    ],
    ['tracks', box('moov', times(65, box('trak'))), /more than 64 tracks/],
    ['boxes', times(100_001, box('free')), /more than 100000 boxes/],
    ['segments', Buffer.from(`1a45dfa3${'18538067'.repeat(65)}`, 'hex'), /more than 64 segments/],
  ])('%s', (_name, source, message) => {
    expect(() => refuseFilmClaims(source)).toThrow(message);
    expect(() => refuseFilmClaims(source)).toThrow(
      expect.objectContaining({ code: 'ASSETGEN_CONTENT' }),
    );
  });

  it('boxes in boxes', () => {
    let deep = box('trak');
    for (let level = 0; level < 40; level += 1) deep = box('moov', deep);
    expect(() => refuseFilmClaims(deep)).toThrow('more than 32 levels deep');
  });

  it('frames', () => {
    expect(() => refuseFrame(7680, 4320)).not.toThrow();
    expect(() => refuseFrame(16_384, 8_192)).toThrow('the limit is 67108864 pixels');
  });
});

it.each([
  ['an hour of film in fragments', times(7_200, Buffer.concat([box('moof'), box('mdat')]))],
  [
    'a track of many samples',
    film(box('stsz', u32(0, 1, 9_000)), box('stts', u32(0, 1, 9_000, 1))),
  ],
  ['a box that is cut', Buffer.from([0, 0, 1, 0, 0x6d, 0x6f, 0x6f, 0x76])],
  ['tables that are cut', film(box('stts', [1]), box('trun'), box('stsz', [1]))],
  ['nothing', Buffer.alloc(0)],
])('%s passes', (_name, source) => {
  expect(() => refuseFilmClaims(source)).not.toThrow();
});
