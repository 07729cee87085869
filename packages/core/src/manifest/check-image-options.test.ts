import { describe, expect, it } from 'vitest';
import { assetOf, errorOf, problemOf } from '../testing/manifests.ts';

describe('options of an image that its format does not have', () => {
  it.each<[object, string]>([
    [{ format: 'jpeg', lossless: true }, 'assets.a.outputs[0].lossless: not for jpeg'],
    [{ format: 'jpeg', effort: 4 }, 'assets.a.outputs[0].effort: not for jpeg'],
    [
      { format: 'webp', lossless: true, quality: 80 },
      'assets.a.outputs[0].quality: a lossless image has no quality',
    ],
    [
      { format: 'avif', lossless: true, quality: 1 },
      'assets.a.outputs[0].quality: a lossless image has no quality',
    ],
    [
      { format: 'png', lossless: true, quality: 80 },
      'assets.a.outputs[0].quality: a quality makes a png of few colours',
    ],
  ])('%j is told', (output, message) => {
    expect(problemOf({ kind: 'image', prompt: 'x', outputs: [output] })).toContain(message);
    const model = { kind: 'model', prompt: 'x', outputs: [{ ...output, thumbnail: true }] };
    expect(problemOf(model)).toContain(message);
    const video = { kind: 'video', prompt: 'x', outputs: [{ ...output, poster: true }] };
    expect(problemOf(video)).toContain(message);
  });

  it('is told at its line and column, all in one go', () => {
    const text = `{ "assets": { "a": { "kind": "image", "prompt": "x", "outputs": [
  { "format": "jpeg", "lossless": true,
    "effort": 3 }
] } } }`;
    expect(errorOf(text)).toContain('assets.gen.json:2:35 assets.a.outputs[0].lossless: ');
    expect(errorOf(text)).toContain('assets.gen.json:3:15 assets.a.outputs[0].effort: ');
  });

  it('leaves what says the same as the format', () => {
    const outputs = [
      { format: 'png', lossless: true },
      { format: 'jpeg', lossless: false, quality: 80 },
      { format: 'webp', lossless: true, effort: 9, width: 9 },
    ];
    expect(assetOf({ kind: 'image', prompt: 'x', outputs }).outputs).toHaveLength(3);
  });
});
