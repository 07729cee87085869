import { describe, expect, it } from 'vitest';
import { formatOf } from './image-format.ts';

/** A box that tells what a file is. */
const ftyp = (...[major, ...others]: readonly [string, ...string[]]): string =>
  `${String.fromCharCode(0, 0, 0, 16 + 4 * others.length)}ftyp${major}\0\0\0\0${others.join('')}`;

describe('formatOf', () => {
  it.each([
    [ftyp('avif', 'mif1'), 'avif'],
    [ftyp('mif1', 'miaf', 'avis'), 'avif'],
    [ftyp('heic', 'mif1'), undefined],
    [ftyp('mif1', 'heic'), undefined],
    [ftyp('isom', 'mp42'), undefined],
    ['GIF89a', 'gif'],
    ['<?xml version="1.0"?><svg ', 'svg'],
    ['', undefined],
  ])('%j is %s', (head, format) => {
    expect(formatOf(Buffer.from(head, 'latin1'))).toBe(format);
  });
});
