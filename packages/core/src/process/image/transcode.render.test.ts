import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { VideoFormat, VideoStepOptions } from '../../manifest/manifest.ts';
import { filmFacts } from '../../testing/film-facts.ts';
import { makeVideo } from '../../testing/make-video.ts';
import { openVideo } from '../video/open-video.ts';

const TOOL = 'ffmpeg';
const hasFfmpeg = spawnSync(TOOL, ['-version']).status === 0;
const PATH = process.env['PATH'];
afterEach(() => {
  process.env['PATH'] = PATH;
});

async function make(source: Uint8Array, format: VideoFormat, options: VideoStepOptions = {}) {
  const opened = await openVideo(source);
  try {
    return await opened.transcode(format, { effort: 0, ...options });
  } finally {
    opened.close();
  }
}

/** A second of 640 × 360 with a tone, by the ffmpeg of the machine. */
async function sample(extension: string, ...args: string[]): Promise<Uint8Array> {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'film-')), `made.${extension}`);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=1'];
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=1'];
  execFileSync(TOOL, ['-v', 'error', ...picture, ...tone, ...args, '-pix_fmt', 'yuv420p', file]);
  return new Uint8Array(await readFile(file));
}

const facts = (bytes: Uint8Array | null) => filmFacts(bytes ?? Buffer.of());

describe.runIf(hasFfmpeg)('a video in another codec', () => {
  let mp4: Uint8Array;
  beforeAll(async () => {
    mp4 = await sample('mp4', '-c:v', 'libx264', '-c:a', 'aac');
  });

  it.each<[VideoFormat, VideoStepOptions, object]>([
    ['webm', {}, { format: 'WebM', video: 'vp9', audio: 'opus', size: [640, 360] }],
    ['webm', { codec: 'av1' }, { format: 'WebM', video: 'av1', audio: 'opus', size: [640, 360] }],
    ['mp4', { codec: 'av1', width: 320 }, { format: 'MP4', video: 'av1', size: [320, 180] }],
    ['mp4', { codec: 'hevc', height: 90 }, { format: 'MP4', video: 'hevc', size: [160, 90] }],
    ['mp4', { width: 101 }, { format: 'MP4', video: 'avc', audio: 'aac', size: [100, 56] }],
    ['webm', { width: 4000, audio: false }, { size: [640, 360], audio: undefined }],
  ])('%s %j', async (format, options, expected) => {
    const { bytes, meta } = await make(mp4, format, options);
    const found = await facts(bytes);
    expect(found).toMatchObject({ seconds: 1, ...expected });
    expect([meta.width, meta.height]).toEqual(found.size);
    expect(meta.audioCodec === undefined).toBe(found.audio === undefined);
    // Its description stands before its media.
    const text = Buffer.from(bytes ?? []).toString('latin1');
    if (format === 'mp4') expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
  });

  it('is called as players of Apple know it, where it is HEVC', async () => {
    const { meta } = await make(mp4, 'mp4', { codec: 'hevc', width: 64 });
    expect(meta.codec).toMatch(/^hvc1\.1\./);
  });

  it('without its sound is as long as its pictures', async () => {
    const long = await sample('mp4', '-c:v', 'libx264', '-af', 'apad=pad_dur=2');
    const { meta } = await make(long, 'mp4', { audio: false });
    expect(meta.duration).toBeCloseTo(1, 1);
    expect((await make(long, 'mp4', { width: 64 })).meta.duration).toBeCloseTo(3, 1);
  });

  it('weighs less with less quality', async () => {
    const [low, high] = await Promise.all(
      [20, 80].map(async (quality) => (await make(mp4, 'webm', { quality })).bytes?.length ?? 0),
    );
    expect(low).toBeGreaterThan(0);
    expect(low ?? 0).toBeLessThan((high ?? 0) * 0.6);
  });

  it('of a WebM is the WebM itself, or encoded from it', async () => {
    const webm = await sample('webm', '-c:v', 'libvpx', '-c:a', 'libopus', '-b:v', '300k');
    const opened = await openVideo(webm);
    expect(await opened.transcode('webm', {})).toMatchObject({
      bytes: null,
      meta: { width: 640, height: 360, codec: expect.stringMatching(/^vp/) },
    });
    const small = await opened.transcode('webm', { width: 320, effort: 0 });
    expect(await facts(small.bytes)).toMatchObject({ video: 'vp9', size: [320, 180] });
    opened.close();
  });

  it('whose description cannot be moved to the front is read all the same', async () => {
    // An offset that no mover knows: it is left as it is.
    const tail = Buffer.from([0, 0, 0, 16, ...Buffer.from('sidx'), 0, 0, 0, 0, 0, 0, 0, 0]);
    const { bytes } = await make(Buffer.concat([mp4, tail]), 'webm');
    expect(await facts(bytes)).toMatchObject({ video: 'vp9', seconds: 1 });
  });

  it('of an ffmpeg without the encoder names it', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bin-'));
    const script = `#!/bin/sh\ncat > /dev/null\necho "Unknown encoder 'libsvtav1'" >&2\necho "Unknown encoder 'libaom-av1'" >&2\nexit 1\n`;
    await writeFile(path.join(folder, TOOL), script);
    await chmod(path.join(folder, TOOL), 0o755);
    process.env['PATH'] = `${folder}:${PATH}`;
    await expect(make(mp4, 'webm', { codec: 'av1' })).rejects.toMatchObject({
      code: 'ASSETGEN_FFMPEG_MISSING',
      message:
        'webm of av1 needs an ffmpeg with libsvtav1 or libaom-av1: the one on the PATH has none',
    });
  });

  it('that ffmpeg makes of another codec, or too short, is refused', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bin-'));
    const short = await sample('webm', '-c:v', 'libvpx', '-an', '-t', '0.2', '-b:v', '300k');
    await writeFile(path.join(folder, 'short.webm'), short);
    // The file to write is its last argument.
    const script = `#!/bin/sh\ncat > /dev/null\nfor f; do :; done\ncp "${folder}/short.webm" "$f"\n`;
    await writeFile(path.join(folder, TOOL), script);
    await chmod(path.join(folder, TOOL), 0o755);
    process.env['PATH'] = `${folder}:${PATH}`;
    await expect(make(mp4, 'webm')).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringMatching(
        /^expected webm of vp9 of 1\S* seconds, and ffmpeg made vp8 of 0\.\d+$/,
      ),
    });
  });
});

it('without ffmpeg is told, and what to do', async () => {
  const source = await makeVideo();
  process.env['PATH'] = '/nowhere';
  await expect(make(source, 'webm')).rejects.toMatchObject({
    code: 'ASSETGEN_FFMPEG_MISSING',
    message: 'webm of vp9 needs ffmpeg, found none',
    hint: expect.stringContaining('nothing is bought again'),
  });
});
