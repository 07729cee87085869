import type { LocalStep, StepFamily } from './local-step.ts';

/** A family's own steps are all that it is given: `stepFamily` and the groups of a source see to it. */
type AnyFamily = StepFamily<LocalStep>;

/** The steps that share a source: a video and its poster do, an image and a model do not. */
function familyName(step: LocalStep): 'image' | 'model' | 'video' {
  if (step.type === 'poster' || step.type === 'transcode') return 'video';
  return step.type === 'thumbnail' || step.type === 'collider' ? 'model' : step.type;
}

/** Loads the family of a step, and with it nothing of the others. */
export async function stepFamily(step: LocalStep): Promise<AnyFamily> {
  switch (familyName(step)) {
    case 'image':
      return (await import('./image/image-family.ts')).imageFamily as AnyFamily;
    case 'model':
      return (await import('./model/model-family.ts')).modelFamily as AnyFamily;
    case 'video':
      return (await import('./video/video-family.ts')).videoFamily as AnyFamily;
  }
}
