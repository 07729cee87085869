import { describe, expect, it } from 'vitest';
import type { OutputMeta } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';
import type { MadeFile } from './made-file.ts';
import { moduleCode } from './module-code.ts';

const made = (meta: OutputMeta): MadeFile => ({
  output: { name: 'a.glb', format: 'glb', step: { type: 'model', options: {} } } as Output,
  file: { asset: 'a', name: 'a.glb', path: '/x/a.glb', bytes: 1, sha256: '0', draft: false },
  meta,
});
const asset = { name: 'a', kind: 'model', prompt: 'a secret wish' } as unknown as Asset;

describe('moduleCode', () => {
  it('is the same for facts of a file and facts of the lock, whatever the order of their keys', () => {
    const fresh = { triangles: 2, bounds: { min: [0, 0, 0], max: [1, 1, 1] } } as OutputMeta;
    const locked = { bounds: { max: [1, 1, 1], min: [0, 0, 0] }, triangles: 2 } as OutputMeta;
    expect(moduleCode(asset, [made(fresh)], '@gen')).toBe(
      moduleCode(asset, [made(locked)], '@gen'),
    );
  });

  it('gives a srcset in order of width, without other shapes, and the best format first', () => {
    const image = { name: 'a', kind: 'image' } as unknown as Asset;
    const file = (format: string, width: number, height: number) => ({
      ...made({ width, height, color: '#aabbcc' }),
      output: { format } as Output,
    });
    const files = [
      file('jpeg', 1280, 720),
      file('jpeg', 427, 240),
      file('jpeg', 512, 512),
      file('avif', 640, 360),
      file('jpeg', 427, 240),
    ];
    const code = moduleCode(image, files, '@gen');
    expect(code).toContain('  srcset: `${f1} 427w, ${f0} 1280w`,');
    expect(code).toContain(
      '  sources: [{ type: "image/avif", srcset: `${f3} 640w` }, { type: "image/jpeg", srcset: `${f1} 427w, ${f0} 1280w` }],',
    );
    expect(code.match(/#aabbcc/g)).toHaveLength(1);
  });

  it('gives the sources of a video with their codecs, the smallest codec first', () => {
    const film = { name: 'a', kind: 'video' } as unknown as Asset;
    const file = (format: string, codec: string, width: number, audioCodec?: string) => ({
      ...made({ codec, width, height: 9, duration: 2, ...(audioCodec && { audioCodec }) }),
      output: {
        format,
        step: { type: format === 'webp' ? 'poster' : 'transcode', format, options: {} },
      } as Output,
    });
    const files = [
      file('webp', '', 16),
      file('mp4', 'avc1.64001f', 16, 'mp4a.40.2'),
      file('webm', 'vp09.00.10.08', 8),
      file('webm', 'vp09.00.10.08', 16, 'opus'),
      file('mp4', 'av01.0.01M.08', 16),
    ];
    const code = moduleCode(film, files, '@gen');
    const line = /^  sources: (.*),$/m.exec(code)?.[1] ?? '';
    const sources = line
      .replaceAll(/(type|src|width|height): /g, '"$1":')
      .replaceAll(/f(\d)/g, '$1');
    expect(JSON.parse(sources)).toEqual([
      { type: 'video/mp4; codecs="av01.0.01M.08"', src: 4, width: 16, height: 9 },
      { type: 'video/webm; codecs="vp09.00.10.08, opus"', src: 3, width: 16, height: 9 },
      { type: 'video/webm; codecs="vp09.00.10.08"', src: 2, width: 8, height: 9 },
      { type: 'video/mp4; codecs="avc1.64001f, mp4a.40.2"', src: 1, width: 16, height: 9 },
    ]);
    expect(code).toContain('  width: 16,\n  height: 9,\n  duration: 2,');
    expect(code).toContain('  poster: f0,');
  });

  it('imports each URL below the prefix and never holds a prompt', () => {
    const code = moduleCode(asset, [made({} as OutputMeta)], '@gen');
    expect(code).toContain('import f0 from "@gen/a.glb";');
    expect(code).not.toContain('secret');
  });
});
