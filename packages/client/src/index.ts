export { AssetgenError, isAssetgenError } from './errors.ts';
export type { AssetgenErrorOptions, ErrorCode } from './errors.ts';
export type * from './wire.ts';
export {
  ASPECT_RATIOS,
  CODE_STATUS,
  FACE_RANGES,
  FIXED_POINTS,
  IMAGE_RESOLUTIONS,
  LIMITS,
  MESH_QUALITIES,
  MODEL_FORMATS,
  VIDEO_RESOLUTIONS,
} from './wire.ts';
