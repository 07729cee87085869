import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeVideo, type VideoSpec } from './make-video.ts';

const SPEC: VideoSpec = {
  prompt: 'a ship at sea in the rain',
  width: 192,
  height: 108,
  seconds: 4,
  seed: 'one',
  references: [],
  draft: false,
};

async function describeVideo(mp4: Uint8Array): Promise<Record<string, unknown>> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(mp4) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video track');
  const keys: number[] = [];
  let packets = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // The type of the first NAL unit: 5 is an IDR picture, 7 and 8 are its parameter sets.
    const unit = (packet.data[4] ?? 0) & 31;
    expect(packet.type).toBe(unit === 1 ? 'delta' : 'key');
    if (packet.type === 'key') keys.push(packet.timestamp);
    packets++;
  }
  return {
    codec: track.codec,
    colours: await track.getColorSpace(),
    width: track.displayWidth,
    height: track.displayHeight,
    seconds: await input.computeDuration(),
    packets,
    keys,
  };
}

describe('makeVideo', () => {
  it('makes an H.264 MP4 of the asked size and duration, with key frames to seek to', async () => {
    const done: number[] = [];
    const mp4 = await makeVideo(SPEC, (fraction) => done.push(fraction));
    expect(await describeVideo(mp4)).toEqual({
      codec: 'avc',
      colours: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
      width: 192,
      height: 108,
      seconds: 4,
      packets: 96,
      keys: [0, 1, 2, 3],
    });
    expect(done).toHaveLength(96);
    expect(done.at(-1)).toBe(1);
    expect(done).toEqual([...done].sort((a, b) => a - b));
  });

  it.each([
    [4, 108, 192],
    [15, 64, 64],
  ])('keeps %i seconds at %i × %i', async (seconds, width, height) => {
    const described = await describeVideo(
      await makeVideo({ ...SPEC, seconds, width, height, draft: true }),
    );
    expect(described).toMatchObject({ seconds, width, height, codec: 'avc' });
  });

  it('moves the references it is given, one after the other', async () => {
    const plain = async (background: string): Promise<Uint8Array> =>
      sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer();
    const references = [await plain('#e04030'), await plain('#3050d0')];
    const mp4 = await makeVideo({ ...SPEC, prompt: 'the same', references, draft: true });
    const without = await makeVideo({ ...SPEC, prompt: 'the same', draft: true });
    expect(await describeVideo(mp4)).toMatchObject({ seconds: 4, width: 192 });
    expect(mp4).not.toEqual(without);
  });

  it('gives the same bytes for the same spec, also when two are made at once', async () => {
    const spec = { ...SPEC, draft: true };
    const [first, other, second] = await Promise.all([
      makeVideo(spec),
      makeVideo({ ...spec, seed: 'two' }),
      makeVideo(spec),
    ]);
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });
});
