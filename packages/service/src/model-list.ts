import {
  ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  LIMITS,
  MESH_QUALITIES,
  MODEL_FORMATS,
  VIDEO_RESOLUTIONS,
  type ModelDescriptor,
} from '@assetgen/client';

const owner = 'assetgen';
const seconds = (min: number, max: number): number[] =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** The models of this service, with their capabilities (section 2.1). */
export const MODEL_LIST: readonly ModelDescriptor[] = [
  {
    id: 'assetgen/image-2',
    object: 'model',
    modality: 'image',
    owned_by: owner,
    modes: ['text-to-image', 'image-to-image'],
    capabilities: {
      supports_text_input: true,
      supports_image_input: true,
      supports_video_input: false,
      max_n: LIMITS.count.max,
      aspect_ratios: ASPECT_RATIOS,
      resolutions: IMAGE_RESOLUTIONS,
    },
  },
  {
    id: 'assetgen/video-1',
    object: 'model',
    modality: 'video',
    owned_by: owner,
    modes: [
      'text-to-video',
      'first-frame-to-video',
      'first-last-frame-to-video',
      'reference-to-video',
    ],
    capabilities: {
      supports_text_input: true,
      supports_image_input: true,
      supports_video_input: false,
      max_n: LIMITS.count.max,
      aspect_ratios: ASPECT_RATIOS,
      resolutions: VIDEO_RESOLUTIONS,
      durations_seconds: seconds(LIMITS.duration.min, LIMITS.duration.max),
    },
  },
  {
    id: 'assetgen/model-1',
    object: 'model',
    modality: '3dmodel',
    owned_by: owner,
    modes: ['text-to-3d', 'image-to-3d'],
    capabilities: {
      supports_text_input: true,
      supports_image_input: true,
      supports_video_input: false,
      max_n: LIMITS.count.max,
      mesh_qualities: MESH_QUALITIES,
      output_formats: MODEL_FORMATS,
      postprocessing: ['refine', 'texture', 'pbr', 'remesh'],
    },
  },
];
