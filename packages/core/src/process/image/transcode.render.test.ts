import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { VideoFormat, VideoStepOptions } from '../../manifest/manifest.ts';
import { filmFacts } from '../../testing/film-facts.ts';
import { makeVideo } from '../../testing/make-video.ts';
import { openVideo } from '../video/open-video.ts';

const TOOL = 'ffmpeg';
const hasFfmpeg = spawnSync(TOOL, ['-version']).status === 0;
/** For a source in VP8 or VP9: how long its encoder looks for fewer bytes is no matter. */
const FAST = ['-deadline', 'realtime', '-cpu-used', '8'];
const VP8 = ['-c:v', 'libvpx', ...FAST, '-b:v', '300k'];
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

const WEBM = { format: 'WebM', video: 'vp9', audio: 'opus' };
const MP4 = { format: 'MP4', video: 'avc', audio: 'aac' };

describe.runIf(hasFfmpeg)('a transparent video', () => {
  /** A green square in the middle; around it red that nobody sees. */
  async function cutOut(codec: string): Promise<Uint8Array> {
    const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'film-')), 'made.webm');
    const back = 'color=red@0.0:s=320x160:d=1,format=yuva420p';
    const filter = '[0][1]overlay=110:30:format=auto,format=yuva420p';
    const front = ['-f', 'lavfi', '-i', 'color=lime:s=100x100:d=1', '-filter_complex', filter];
    const encoder = ['-c:v', codec, '-auto-alt-ref', '0', ...FAST];
    execFileSync(TOOL, ['-v', 'error', '-f', 'lavfi', '-i', back, ...front, ...encoder, file]);
    return new Uint8Array(await readFile(file));
  }
  const alphaOf = async (video: Uint8Array, left: number): Promise<number | undefined> => {
    const opened = await openVideo(video);
    const { bytes } = await opened.poster(0.5, 'png', {});
    opened.close();
    const pixel = sharp(bytes ?? Buffer.of())
      .ensureAlpha()
      .extract({ left, top: 40, width: 1, height: 1 });
    return (await pixel.raw().toBuffer())[3];
  };

  it.each(['libvpx', 'libvpx-vp9'])('of %s stays so as a webm, and as a poster', async (codec) => {
    const source = await cutOut(codec);
    expect([await alphaOf(source, 10), await alphaOf(source, 160)]).toEqual([0, 255]);
    const { bytes } = await make(source, 'webm', { width: 160 });
    const [around, within] = [await alphaOf(bytes!, 5), await alphaOf(bytes!, 80)];
    expect(around).toBeLessThan(10);
    expect(within).toBeGreaterThan(245);
  });
});

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
    const webm = await sample('webm', ...VP8, '-c:a', 'libopus');
    const opened = await openVideo(webm);
    expect(await opened.transcode('webm', {})).toMatchObject({
      bytes: null,
      meta: { width: 640, height: 360, codec: expect.stringMatching(/^vp/) },
    });
    const small = await opened.transcode('webm', { width: 320, effort: 0 });
    expect(await facts(small.bytes)).toMatchObject({ video: 'vp9', size: [320, 180] });
    opened.close();
  });

  it.each<[string, string, string[], VideoFormat, VideoStepOptions, object]>([
    // Matroska of what no WebM has.
    ['H.264 and AAC', 'mkv', ['-c:v', 'libx264', '-c:a', 'aac'], 'webm', {}, WEBM],
    ['PCM', 'mov', ['-c:v', 'libx264', '-c:a', 'pcm_s16le'], 'mp4', { width: 64 }, MP4],
    ['AC-3', 'mp4', ['-c:v', 'libx264', '-c:a', 'ac3'], 'mp4', { width: 64 }, MP4],
    [
      '5.1 with speakers at the side',
      'mp4',
      ['-c:v', 'libx264', '-c:a', 'ac3', '-af', 'aformat=channel_layouts=5.1(side)'],
      'webm',
      {},
      WEBM,
    ],
  ])('has sound and pictures that players know: of %s', async (_name, extension, ...rest) => {
    const [args, format, options, expected] = rest;
    const { bytes } = await make(await sample(extension, ...args), format, options);
    expect(await facts(bytes)).toMatchObject(expected);
  });

  it.each<[string, VideoStepOptions, number[]]>([
    ['scale=1080:1920,setsar=1', { width: 320 }, [320, 568]],
    ['scale=1080:1920,setsar=1', { height: 180 }, [102, 180]],
    ['scale=720:576,setsar=16/15', { width: 320 }, [320, 240]],
    ['scale=720:576,setsar=16/15', { height: 4000 }, [768, 576]],
  ])('is as large as it is asked to be, of pixels that are squares: %s %j', async (...given) => {
    const [filter, options, size] = given;
    const source = await sample('mp4', '-c:v', 'libx264', '-preset', 'ultrafast', '-vf', filter);
    const { bytes, meta } = await make(source, 'mp4', options);
    expect([meta.width, meta.height]).toEqual(size);
    expect((await facts(bytes)).size).toEqual(size);
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
    const short = await sample('webm', ...VP8, '-an', '-t', '0.2');
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
