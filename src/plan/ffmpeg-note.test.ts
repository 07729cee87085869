import type { AssetPlan } from '@assetgen/core';
import { describe, expect, it } from 'vitest';
import { ffmpegNote } from './ffmpeg-note.ts';

const pending = (...steps: string[]): AssetPlan[] => [
  {
    asset: {
      name: 'trailer',
      kind: 'video',
      outputs: steps.map((type) => ({ name: `trailer.${type}`, step: { type } })),
    },
  } as unknown as AssetPlan,
];
const none = async (): Promise<boolean> => false;

describe('the note about ffmpeg in a plan', () => {
  it('is there before a video of a service is paid that wants a poster', async () => {
    const note = await ffmpegNote(pending('video', 'poster'), { service: 'remote' }, none);
    expect(note).toMatch(/^ffmpeg is not on the PATH: trailer\.poster needs it, unless/);
  });

  it('is there for what is encoded, whoever makes the film', async () => {
    const note = await ffmpegNote(pending('transcode'), { service: 'local' }, none);
    expect(note).toContain('trailer.transcode needs it');
  });

  it('is not there where ffmpeg is, nothing needs it, or drafts are made', async () => {
    const wanted = pending('poster');
    expect(await ffmpegNote(wanted, { service: 'remote' }, async () => true)).toBeNull();
    expect(await ffmpegNote(wanted, { service: 'local' }, none)).toBeNull();
    expect(await ffmpegNote(wanted, { service: 'none' }, none)).toBeNull();
    const asks = (): Promise<boolean> => Promise.reject(new Error('asked for nothing'));
    expect(await ffmpegNote(pending('video'), { service: 'remote' }, asks)).toBeNull();
  });
});
