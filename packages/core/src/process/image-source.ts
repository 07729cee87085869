import type { OutputStep } from '../manifest/types.ts';
import { imageStep } from './image.ts';
import type { StepFamily } from './types.ts';

type ImageStep = Extract<OutputStep, { type: 'image' }>;

export const imageFamily: StepFamily<ImageStep> = {
  parallel: true,
  needs: ({ bytes }) => Promise.resolve(bytes * 8),
  open: (source) =>
    Promise.resolve({ make: (step) => imageStep(source, step.format, step.options) }),
};
