import type { OutputStep } from '../manifest/types.ts';
import { openVideo } from './open-video.ts';
import type { StepFamily } from './types.ts';

type VideoStep = Extract<OutputStep, { type: 'video' | 'poster' }>;

/** A decoded frame and what its image takes. */
const FRAME = 64 * 1024 * 1024;

/** The source, a copy of it, and one frame. */
export const videoFamily: StepFamily<VideoStep> = {
  parallel: false,
  needs: ({ bytes }) => Promise.resolve(bytes * 2 + FRAME),
  async open(source) {
    const opened = await openVideo(source);
    return {
      make: (step) =>
        step.type === 'video'
          ? Promise.resolve(opened.video())
          : opened.poster(step.at, step.format, step.options),
    };
  },
};
