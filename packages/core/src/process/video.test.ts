import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeVideo } from '../testing/make-video.ts';
import { posterStep } from './poster.ts';
import { videoStep } from './video.ts';

let video: Uint8Array;
beforeAll(async () => {
  video = await makeVideo();
});

describe('videoStep', () => {
  it('leaves an MP4 as it is, and tells its size, duration and codec', async () => {
    const { bytes, meta } = await videoStep(video);
    expect(bytes).toBeNull();
    expect(meta.codec).toMatch(/^avc1\./);
    expect((meta.width ?? 0) / (meta.height ?? 1)).toBeCloseTo(16 / 9, 1);
    expect(meta.duration).toBeGreaterThan(0);
  });

  it.each<[string, () => Uint8Array]>([
    ['a text', () => new TextEncoder().encode('not a video')],
    ['nothing', () => new Uint8Array()],
    ['a header alone', () => video.subarray(0, 40)],
    ['HTML', () => new TextEncoder().encode('<!doctype html><title>Gone</title>')],
  ])('refuses %s', async (_name, make) => {
    await expect(videoStep(make())).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringMatching(/^expected an MP4: /),
    });
  });
});

const TOOL = 'ffmpeg';

describe.runIf(spawnSync(TOOL, ['-version']).status === 0)('posterStep', () => {
  it('takes a frame as an image', async () => {
    const { bytes, meta } = await posterStep(video, 0, 'webp', { width: 160 });
    const found = await sharp(bytes ?? Buffer.of()).metadata();
    expect([found.format, found.width]).toEqual(['webp', 160]);
    expect(meta).toMatchObject({ width: 160, placeholder: expect.any(String) });
  });

  it('tells of a time beyond the end, and of what is no video', async () => {
    await expect(posterStep(video, 3600, 'webp', {})).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: 'the video has no frame at 3600 seconds',
    });
    await expect(posterStep(Buffer.from('x'), 0, 'webp', {})).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
    });
  });
});

describe.runIf(process.platform !== 'win32')('posterStep without a good ffmpeg', () => {
  const before = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = before;
  });
  async function ffmpegThat(script: string | null): Promise<void> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bin-'));
    if (script !== null) {
      await writeFile(path.join(folder, 'ffmpeg'), `#!/bin/sh\n${script}\n`);
      await chmod(path.join(folder, 'ffmpeg'), 0o755);
    }
    process.env['PATH'] = folder;
  }

  it.each<[string, string | null, string, string]>([
    ['there is none', null, 'ASSETGEN_FFMPEG_MISSING', 'a poster needs ffmpeg'],
    ['it takes nothing', 'exit 0', 'ASSETGEN_CONTENT', 'no frame at 9 seconds'],
    ['it fails', 'exit 1', 'ASSETGEN_CONTENT', 'took no frame'],
    // The frame is its last argument.
    ['it writes no image', 'for f; do :; done; echo x > "$f"', 'ASSETGEN_CONTENT', 'an image'],
  ])('says that %s', async (_name, script, code, message) => {
    await ffmpegThat(script);
    await expect(posterStep(video, 9, 'webp', {})).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});
