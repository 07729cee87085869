import type { OutputStep } from '../manifest/types.ts';
import { posterStep } from './poster.ts';
import type { StepFamily } from './types.ts';
import { videoStep } from './video.ts';

type VideoStep = Extract<OutputStep, { type: 'video' | 'poster' }>;

/** The source, and one frame of it. */
export const videoFamily: StepFamily<VideoStep> = {
  parallel: false,
  needs: ({ bytes }) => Promise.resolve(bytes * 2 + 64 * 1024 * 1024),
  open: (source) =>
    Promise.resolve({
      make: (step) =>
        step.type === 'video'
          ? videoStep(source)
          : posterStep(source, step.at, step.format, step.options),
    }),
};
