import type { OutputStep } from '../manifest/types.ts';
import type { StepResult } from './types.ts';

/** Steps that run here; `convert` runs at the service. */
export type LocalStep = Exclude<OutputStep, { type: 'convert' }>;

/** Runs one step on its source bytes. Each step, and the library behind it, loads when first used. */
export async function runStep(step: LocalStep, source: Uint8Array): Promise<StepResult> {
  switch (step.type) {
    case 'image': {
      const { imageStep } = await import('./image.ts');
      return imageStep(source, step.format, step.options);
    }
    case 'model': {
      const { modelStep } = await import('./model.ts');
      return modelStep(source, step.options);
    }
    case 'video': {
      const { videoStep } = await import('./video.ts');
      return videoStep(source);
    }
    case 'poster': {
      const { posterStep } = await import('./poster.ts');
      return posterStep(source, step.at, step.format, step.options);
    }
  }
}
