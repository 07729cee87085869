import type { Asset, Output, OutputStep } from '../../manifest/manifest.ts';

/**
 * Effort of the AVIF of a draft: measured, a sixth of the time of the default, for files that
 * are 5 to 19 % larger.
 */
const DRAFT_EFFORT = 2;
/** Of the video of a draft: as fast as the encoder goes. */
const DRAFT_VIDEO_EFFORT = 0;

/**
 * An asset whose drafts are made quickly: textures that would be measured, a second or two each, are WebP. A
 * real output is made once, with full effort: it is locked, and no build makes it again.
 */
export function draftOutputs(asset: Asset): Asset {
  return { ...asset, outputs: asset.outputs.map((output) => ({ ...output, step: quick(output) })) };
}

function quick({ step }: Output): OutputStep {
  if (step.type === 'transcode') {
    return { ...step, options: { effort: DRAFT_VIDEO_EFFORT, ...step.options } };
  }
  if (step.type === 'model' && step.options.textures?.format === 'auto') {
    const textures = { ...step.options.textures, format: 'webp' as const };
    return { ...step, options: { ...step.options, textures } };
  }
  const isSlow = (step.type === 'image' || step.type === 'poster') && step.format === 'avif';
  if (!isSlow || step.options.effort !== undefined) return step;
  return { ...step, options: { ...step.options, effort: DRAFT_EFFORT } };
}
