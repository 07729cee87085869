import { describe, expect, it } from 'vitest';
import type { Digest } from '../brands.ts';
import { outputFingerprint } from '../plan/output-fingerprint.ts';
import { assetOf, errorOf, problemOf } from '../testing/manifests.ts';

const outputs = (...given: unknown[]) =>
  assetOf({ kind: 'video', prompt: 'x', outputs: given }).outputs;
const wrong = (output: unknown) => problemOf({ kind: 'video', prompt: 'x', outputs: [output] });

describe('outputs of a video', () => {
  it('are the MP4 of the service, or encoded as they say', () => {
    const made = outputs(
      'mp4',
      'webm',
      { format: 'webm', width: 640 },
      { format: 'webm', codec: 'av1', suffix: 'av1', quality: 40, effort: 7, audio: false },
      { format: 'mp4', codec: 'hevc', height: 360, suffix: 'hevc' },
    );
    expect(made.map(({ name, step }) => [name, step])).toEqual([
      ['a.mp4', { type: 'video' }],
      ['a.webm', { type: 'transcode', format: 'webm', options: {} }],
      ['a.640w.webm', { type: 'transcode', format: 'webm', options: { width: 640 } }],
      [
        'a.av1.webm',
        {
          type: 'transcode',
          format: 'webm',
          options: { codec: 'av1', quality: 40, effort: 7, audio: false },
        },
      ],
      ['a.hevc.mp4', { type: 'transcode', format: 'mp4', options: { codec: 'hevc', height: 360 } }],
    ]);
  });

  it('have the same fingerprint with a default written out, and another for each option', () => {
    const of = (output: unknown) => {
      const [made] = outputs(output);
      return made && outputFingerprint(made, 'sha256-x' as Digest);
    };
    expect(of({ format: 'webm', codec: 'vp9', audio: true })).toBe(of('webm'));
    expect(of({ format: 'mp4', audio: true })).toBe(of('mp4'));
    const others = [
      'mp4',
      'webm',
      { format: 'webm', codec: 'av1' },
      { format: 'mp4', codec: 'av1' },
      { format: 'mp4', codec: 'h264' },
      { format: 'webm', quality: 9 },
      { format: 'webm', effort: 9 },
      { format: 'webm', width: 9 },
      { format: 'webm', height: 9 },
      { format: 'webm', audio: false },
    ];
    expect(new Set(others.map(of)).size).toBe(others.length);
  });

  it.each<[object, string]>([
    [{ format: 'webm', codec: 'h264' }, 'outputs[0].codec: expected one of "vp9", "av1" for webm'],
    [{ format: 'mp4', codec: 'vp9' }, 'outputs[0].codec: expected one of "h264", "hevc", "av1"'],
    [{ format: 'webm', codec: 'vp8' }, 'expected one of "h264", "hevc", "vp9", "av1"'],
    [{ format: 'mp4', width: 640, height: 360 }, 'outputs[0].height: a video keeps its shape'],
    [{ format: 'webm', fit: 'cover' }, 'outputs[0].fit: not for webm: only for a poster'],
    [{ format: 'mp4', lossless: true }, 'outputs[0].lossless: not for mp4: only for a poster'],
    [{ format: 'mp4', poster: true }, 'outputs[0].poster: not for mp4: a poster is an image'],
    [{ format: 'webp', poster: true, codec: 'av1' }, 'outputs[0].codec: not for a poster'],
    [{ format: 'webp', poster: true, audio: false }, 'outputs[0].audio: not for a poster'],
    [{ format: 'ogg' }, 'expected one of "mp4", "webm"'],
  ])('%j is told', (output, message) => {
    expect(wrong(output)).toContain(message);
  });

  it('are told at their line and column', () => {
    const text = `{ "assets": { "a": { "kind": "video", "prompt": "x", "outputs": [
  { "format": "webm", "codec": "hevc" }
] } } }`;
    expect(errorOf(text)).toContain('assets.gen.json:2:32 assets.a.outputs[0].codec: ');
  });

  it('of one name need a suffix', () => {
    const both = ['webm', { format: 'webm', codec: 'av1' }];
    expect(problemOf({ kind: 'video', prompt: 'x', outputs: both })).toContain(
      'a second output of the name "a.webm". Give one of them a "suffix".',
    );
  });
});
