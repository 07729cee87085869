import type { OutputStep } from '../../manifest/manifest.ts';
import { openVideo } from './open-video.ts';
import type { StepFamily } from '../local-step.ts';

type VideoStep = Extract<OutputStep, { type: 'video' | 'transcode' | 'poster' }>;

/** A decoded frame and what its image takes. */
const FRAME = 64 * 1024 * 1024;
/** What an encoder of ffmpeg holds: measured, 0.4 GB for AV1 of 1280 × 720. */
const ENCODER = 512 * 1024 * 1024;
const MINUTE = 60_000;
/** A head is read at a hundred times that. */
const BYTES_A_MS = 1_000;

/** The source, a copy of it, one frame, and an encoder where one runs. */
export const videoFamily: StepFamily<VideoStep> = {
  parallel: false,
  load: () => import('mediabunny'),
  needs: ({ bytes }, steps) => {
    const encodes = steps.some(({ type }) => type === 'transcode');
    return Promise.resolve({
      bytes: bytes * 2 + FRAME + (encodes ? ENCODER : 0),
      openMs: MINUTE + bytes / BYTES_A_MS,
      // An ffmpeg that takes too long is ended before, with an error of its own.
      makeMs: steps.length * 21 * MINUTE,
    });
  },
  async open(source) {
    const opened = await openVideo(source);
    return {
      make(step) {
        switch (step.type) {
          case 'video':
            return opened.video();
          case 'transcode':
            return opened.transcode(step.format, step.options);
          case 'poster':
            return opened.poster(step.at, step.format, step.options);
        }
      },
    };
  },
};
