import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImageStepOptions } from '../../manifest/manifest.ts';
import { makeVideo } from '../../testing/make-video.ts';
import { faststart } from './faststart.ts';
import { openVideo } from './open-video.ts';
import { renderPoster } from './render-poster.ts';

const TOOL = 'ffmpeg';
const hasFfmpeg = spawnSync(TOOL, ['-version']).status === 0;

let video: Uint8Array;
beforeAll(async () => {
  video = await makeVideo();
});

/** The names of the boxes of a file, in their order. */
function boxes(bytes: Uint8Array): string[] {
  const found: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
    found.push(Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1'));
  }
  return found;
}

/** Every sample of a file, read by mediabunny. */
async function samples(bytes: Uint8Array): Promise<string[]> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no track');
  const all: string[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    all.push(`${packet.timestamp} ${packet.type} ${Buffer.from(packet.data).toString('base64')}`);
  }
  return all;
}

async function poster(source: Uint8Array, at: number, options: ImageStepOptions = {}) {
  const opened = await openVideo(source);
  try {
    return await opened.poster(at, 'png', options);
  } finally {
    opened.close();
  }
}

/** Of VP8 or VP9: how long its encoder looks for fewer bytes is no matter. */
const FAST = ['-deadline', 'realtime', '-cpu-used', '8'];

/** A second of a picture that moves, by the ffmpeg of the machine. */
async function made(...args: string[]): Promise<Uint8Array> {
  return madeAs('mp4', args);
}

async function madeAs(extension: string, args: readonly string[]): Promise<Uint8Array> {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'video-')), `made.${extension}`);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=1'];
  execFileSync(TOOL, ['-v', 'error', ...source, ...args, '-pix_fmt', 'yuv420p', file]);
  return new Uint8Array(await readFile(file));
}

/** The mean difference of two pictures of one size, of 255. */
async function difference(one: Uint8Array | null, other: Uint8Array | null): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) =>
      sharp(bytes ?? Buffer.of())
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  if (a === undefined || a.length !== b?.length) throw new Error('not of one size');
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

describe('openVideo', () => {
  it('tells size, duration and codec', async () => {
    const { meta } = await (await openVideo(video)).video();
    expect(meta.codec).toMatch(/^avc1\.42/);
    expect((meta.width ?? 0) / (meta.height ?? 1)).toBeCloseTo(16 / 9, 1);
    expect(meta.duration).toBe(4);
  });

  it.each<[string, () => Uint8Array]>([
    ['a text', () => new TextEncoder().encode('not a video')],
    ['nothing', () => new Uint8Array()],
    ['a header alone', () => video.subarray(0, 40)],
    ['HTML', () => new TextEncoder().encode('<!doctype html><title>Gone</title>')],
    ['an Ogg', () => Buffer.from('4f67675300020000000000000000', 'hex')],
  ])('refuses %s', async (_name, make) => {
    await expect(openVideo(make())).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringMatching(/^expected an MP4: /),
    });
  });
});

describe.runIf(hasFfmpeg)('a WebM', () => {
  const before = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = before;
  });

  it('becomes an MP4 of the same size and length by ffmpeg, and without it is told', async () => {
    const webm = await madeAs('webm', ['-c:v', 'libvpx', ...FAST, '-b:v', '300k']);
    const { bytes, meta } = await (await openVideo(webm)).video();
    expect(meta).toMatchObject({ width: 320, height: 180, codec: expect.stringMatching(/^avc1/) });
    expect(meta.duration).toBeCloseTo(1, 1);
    expect(boxes(bytes ?? Buffer.of()).slice(0, 2)).toEqual(['ftyp', 'moov']);
    expect((await samples(bytes ?? Buffer.of())).length).toBe(25);
    process.env['PATH'] = '/nowhere';
    await expect((await openVideo(webm)).video()).rejects.toMatchObject({
      code: 'ASSETGEN_FFMPEG_MISSING',
      message: "an MP4 from the service's WebM needs ffmpeg, found none",
      hint: expect.stringContaining('the video is kept'),
    });
  });
});

describe('faststart', () => {
  /** The same film with its description at the end, as most encoders write it. */
  async function behind(): Promise<Uint8Array> {
    const input = new Input({ source: new BufferSource(video), formats: [MP4] });
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
    await (await Conversion.init({ input, output })).execute();
    return new Uint8Array(target.buffer ?? new ArrayBuffer());
  }

  it('moves the description before the media, and changes no sample', async () => {
    const source = await behind();
    expect(boxes(source).indexOf('moov')).toBeGreaterThan(boxes(source).indexOf('mdat'));
    const moved = faststart(source) ?? Buffer.of();
    expect(moved).toHaveLength(source.length);
    expect(boxes(moved).indexOf('moov')).toBeLessThan(boxes(moved).indexOf('mdat'));
    expect([...boxes(moved)].sort()).toEqual([...boxes(source)].sort());
    const [before, after] = await Promise.all([samples(source), samples(moved)]);
    expect(before.length).toBeGreaterThan(20);
    expect(after).toEqual(before);
    expect(faststart(moved)).toBeNull();
    const untouched = Buffer.concat([source]);
    expect(Buffer.compare(faststart(untouched) ?? Buffer.of(), moved)).toBe(0);
    expect(Buffer.compare(untouched, source)).toBe(0);
  });

  it('leaves what is no whole film of its kind as it is', async () => {
    const source = await behind();
    expect(faststart(source.subarray(0, source.length - 9))).toBeNull();
    expect(faststart(Buffer.from('00000008mdat'))).toBeNull();
    const fragmented = Buffer.concat([source, Buffer.from([0, 0, 0, 8]), Buffer.from('moof')]);
    expect(faststart(fragmented)).toBeNull();
  });

  it.runIf(hasFfmpeg)('of another writer, with sound, as ffmpeg reads it', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=1', '-c:v', 'libx264', '-c:a', 'aac'];
    const source = await made(...sound);
    const moved = faststart(source) ?? Buffer.of();
    expect(boxes(source).at(-1)).toBe('moov');
    expect(boxes(moved).indexOf('moov')).toBeLessThan(boxes(moved).indexOf('mdat'));
    const hashes = await Promise.all(
      [source, moved].map(async (bytes) => {
        const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'video-')), 'x.mp4');
        await writeFile(file, bytes);
        return execFileSync(TOOL, ['-v', 'error', '-i', file, '-f', 'streamhash', '-'], {
          encoding: 'utf8',
        });
      }),
    );
    expect(hashes[0]).toMatch(/v,.*\n.*a,/);
    expect(hashes[1]).toBe(hashes[0]);
  });
});

describe('a poster', () => {
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

  it('of a baseline video needs nothing of the machine', async () => {
    await ffmpegThat(null);
    const { bytes, meta } = await poster(video, 1.5, { width: 160 });
    expect(await sharp(bytes ?? Buffer.of()).metadata()).toMatchObject({
      format: 'png',
      width: 160,
    });
    expect(meta).toMatchObject({ width: 160, height: 90, placeholder: expect.any(String) });
    const opened = await openVideo(video);
    const [first, second] = await Promise.all([0, 3.9].map((at) => opened.poster(at, 'png', {})));
    expect(await difference(first?.bytes ?? null, second?.bytes ?? null)).toBeGreaterThan(1);
  });

  it.runIf(hasFfmpeg)('of a baseline video is the frame that ffmpeg takes', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'frame-'));
    await writeFile(path.join(folder, 'v.mp4'), video);
    const args = ['-v', 'error', '-ss', '1.5', '-i', 'v.mp4', '-frames:v', '1', 'f.png'];
    execFileSync(TOOL, args, { cwd: folder });
    const theirs = await readFile(path.join(folder, 'f.png'));
    expect(await difference((await poster(video, 1.5)).bytes, theirs)).toBeLessThan(2);
  });

  it.runIf(hasFfmpeg)('of a baseline video has its greys, of full range too', async () => {
    const grey = 'color=#202020:size=64x64:rate=25:duration=1,scale=out_range=full';
    const source = ['-f', 'lavfi', '-i', grey, '-map', '1:v', '-color_range', 'pc'];
    const full = await made(...source, '-c:v', 'libx264', '-profile:v', 'baseline');
    await ffmpegThat(null);
    const { bytes } = await poster(full, 0.5);
    const { channels } = await sharp(bytes ?? Buffer.of()).stats();
    for (const { mean } of channels) expect(Math.abs(mean - 0x20)).toBeLessThan(3);
  });

  it.runIf(hasFfmpeg)('of any other video is taken by ffmpeg, and without it told', async () => {
    const high = await made('-c:v', 'libx264', '-profile:v', 'high', '-bf', '2');
    const { bytes, meta } = await poster(high, 0.5);
    expect(meta).toMatchObject({ width: 320, height: 180 });
    expect((await sharp(bytes ?? Buffer.of()).stats()).entropy).toBeGreaterThan(2);
    await ffmpegThat(null);
    await expect(poster(high, 0.5)).rejects.toMatchObject({
      code: 'ASSETGEN_FFMPEG_MISSING',
      message: expect.stringMatching(/^a poster of avc1\.64\w+ needs ffmpeg, found none$/),
      hint: expect.stringContaining('baseline profile'),
    });
  });

  it.runIf(hasFfmpeg)('is the frame that is shown then, to the end of the last one', async () => {
    const args = ['-c:v', 'libx264', '-bf', '2', '-g', '12', '-qp', '10'];
    const all = await made(...args);
    const opened = await openVideo(all);
    const at = (time: number) => opened.poster(time, 'png', {}).then(({ bytes }) => bytes);
    const [begin, within, before, last] = await Promise.all([0.48, 0.51, 0.47, 0.99].map(at));
    opened.close();
    expect(await difference(begin ?? null, within ?? null)).toBe(0);
    expect(await difference(begin ?? null, before ?? null)).toBeGreaterThan(0.5);
    expect(await difference(begin ?? null, last ?? null)).toBeGreaterThan(0.5);
    // Of pictures that begin late, as they do in many a fragmented file, the first one waits.
    const late = await made(
      ...args,
      '-movflags',
      'frag_keyframe+empty_moov',
      '-output_ts_offset',
      '0.3',
    );
    expect(await difference((await poster(late, 0)).bytes, (await poster(all, 0)).bytes)).toBe(0);
  });

  it.runIf(hasFfmpeg)('of a WebM is taken, though its index is at its end', async () => {
    const codec = ['-c:v', 'libvpx-vp9', ...FAST, '-b:v', '2M'];
    const webm = await madeAs('webm', [...codec, '-g', '10']);
    const [first, later] = [await poster(webm, 0), await poster(webm, 0.5)];
    expect(first.meta).toMatchObject({ width: 320, height: 180 });
    expect(await difference(first.bytes, later.bytes)).toBeGreaterThan(0.5);
  });

  it.runIf(hasFfmpeg)('has the shape of the video, though its pixels are no squares', async () => {
    const wide = await made('-vf', 'setsar=2/1', '-c:v', 'libx264');
    const { bytes } = await poster(wide, 0);
    expect(await sharp(bytes ?? Buffer.of()).metadata()).toMatchObject({ width: 640, height: 180 });
  });

  it('tells of a time beyond the end', async () => {
    for (const at of [4, 3600]) {
      await expect(poster(video, at)).rejects.toMatchObject({
        code: 'ASSETGEN_CONTENT',
        message: `the video has no frame at ${at} seconds`,
      });
    }
  });

  it.runIf(hasFfmpeg).each<[string, string, string]>([
    ['it takes nothing', 'exit 0', 'no frame at 0.5 seconds'],
    ['it fails', 'echo "no such codec" >&2; exit 1', 'ffmpeg failed: no such codec'],
    // The frame is its last argument.
    ['it writes no image', 'for f; do :; done; echo x > "$f"', 'an image'],
  ])('says that %s', async (_name, script, message) => {
    const high = await made('-c:v', 'libx264', '-profile:v', 'high');
    await ffmpegThat(script);
    await expect(poster(high, 0.5)).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringContaining(message),
    });
  });
});

describe('renderPoster', () => {
  // The files of this tier share a process: the next one would find no ffmpeg, and skip its tests.
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  it('draws a frame in the size that is asked for, by the decoder that comes with us', async () => {
    vi.stubEnv('PATH', '');
    const bytes = await renderPoster(video, { at: 0.5, width: 64, format: 'png' });
    const { format, width } = await sharp(bytes).metadata();
    expect([format, width]).toEqual(['png', 64]);
    const stats = await sharp(bytes).stats();
    expect(stats.entropy).toBeGreaterThan(0.5);
    const first = await renderPoster(video, { width: 64, format: 'png' });
    expect(Buffer.compare(first, bytes)).not.toBe(0);
    await expect(renderPoster(video, { at: 900 })).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
    });
  });
});
