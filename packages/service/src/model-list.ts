import {
  ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  LIMITS,
  MESH_QUALITIES,
  MODEL_FORMATS,
  VIDEO_RESOLUTIONS,
  type ModelDescriptor,
} from '@assetgen/client';

const seconds = (min: number, max: number): number[] =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** The models of this service, with their capabilities (section 2.1). */
export const MODEL_LIST: readonly ModelDescriptor[] = [
  describe('image-2', 'image', ['text-to-image', 'image-to-image'], {
    aspect_ratios: ASPECT_RATIOS,
    resolutions: IMAGE_RESOLUTIONS,
  }),
  describe(
    'video-1',
    'video',
    ['text-to-video', 'first-frame-to-video', 'first-last-frame-to-video', 'reference-to-video'],
    {
      aspect_ratios: ASPECT_RATIOS,
      resolutions: VIDEO_RESOLUTIONS,
      durations_seconds: seconds(LIMITS.duration.min, LIMITS.duration.max),
    },
  ),
  describe('model-1', '3dmodel', ['text-to-3d', 'image-to-3d'], {
    mesh_qualities: MESH_QUALITIES,
    output_formats: MODEL_FORMATS,
    postprocessing: ['refine', 'texture', 'pbr', 'remesh'],
  }),
];

function describe(
  name: string,
  modality: ModelDescriptor['modality'],
  modes: readonly string[],
  more: Partial<ModelDescriptor['capabilities']>,
): ModelDescriptor {
  const inputs = { supports_text_input: true, supports_image_input: true };
  const shared = { ...inputs, supports_video_input: false, max_n: LIMITS.count.max };
  const capabilities = { ...shared, ...more };
  return {
    id: `assetgen/${name}`,
    object: 'model',
    modality,
    owned_by: 'assetgen',
    modes,
    capabilities,
  };
}
