import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { svgText } from './svg-text.ts';

const text = '<svg xmlns="http://www.w3.org/2000/svg"/>';

it('is that of the file, or what is packed in it', () => {
  expect(svgText(Buffer.from(text))).toBe(text);
  expect(svgText(gzipSync(text))).toBe(text);
});

it.each([
  ['long', Buffer.alloc(17_000_000), 'expected an SVG of at most 16777216 bytes, found 17000000'],
  ['packed long', gzipSync(Buffer.alloc(17_000_000)), 'of at most 16777216 bytes, found more'],
  ['broken', gzipSync(text).subarray(0, 20), 'found gzip that does not unpack'],
])('a %s one is refused', (_name, source, message) => {
  expect(() => svgText(source)).toThrow(message);
});
