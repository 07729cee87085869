import { describe, expect, it } from 'vitest';
import { rangeOf, typeOf } from './send-file.ts';

describe('rangeOf', () => {
  it.each([
    [undefined, null],
    ['bytes=0-', [0, 99]],
    ['bytes=10-19', [10, 19]],
    ['bytes=90-1000', [90, 99]],
    ['bytes=-10', [90, 99]],
    ['bytes=-1000', [0, 99]],
    ['bytes=100-', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=20-10', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['items=0-1', null],
  ] as const)('%s of 100 bytes is %j', (header, expected) => {
    expect(rangeOf(header, 100)).toEqual(expected);
  });
});

describe('typeOf', () => {
  it.each([
    ['glTF\u0002\0\0\0', 'model/gltf-binary'],
    ['\u0089PNG\r\n\u001a\n', 'image/png'],
    ['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
    ['RIFF\u0010\0\0\0WEBPVP8 ', 'image/webp'],
    ['GIF89a', 'image/gif'],
    ['\0\0\0\u001cftypavif', 'image/avif'],
    ['\0\0\0\u001cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif'],
    ['\0\0\0\u001cftypisom', 'video/mp4'],
    ['\u001aE\u00df\u00a3', 'video/webm'],
    // What a browser would run as a page is never named so.
    ['<!doctype html>', 'application/octet-stream'],
    ['<svg xmlns=', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('%j is %s', (head, type) => {
    expect(typeOf(Buffer.from(head, 'latin1'))).toBe(type);
  });
});
