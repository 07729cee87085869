/**
 * The wire types of the generation service, by the names the interface specification gives them.
 * Our methods take the requests, and return the responses after parsing.
 */

/** Value sets of the specification, section 8 and the tables of section 4. */
export const MESH_QUALITIES = ['standard', 'high', 'extra_high'] as const;
export const MODEL_FORMATS = ['glb', 'obj', 'fbx', 'stl', 'usdz', 'blend'] as const;
export const ASPECT_RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4'] as const;
export const VIDEO_RESOLUTIONS = ['480p', '720p', '1080p'] as const;
export const IMAGE_RESOLUTIONS = ['1K', '2K'] as const;

export type MeshQuality = (typeof MESH_QUALITIES)[number];
export type ModelFormat = (typeof MODEL_FORMATS)[number];
export type AspectRatio = (typeof ASPECT_RATIOS)[number];
export type VideoResolution = (typeof VIDEO_RESOLUTIONS)[number];

/** Face counts by mesh quality (section 4.2, "Quality branches"). Unit: faces. */
export const FACE_RANGES: Readonly<
  Record<MeshQuality, { readonly min: number; readonly max: number; readonly default: number }>
> = {
  standard: { min: 100_000, max: 500_000, default: 500_000 },
  high: { min: 500_000, max: 1_000_000, default: 1_000_000 },
  extra_high: { min: 500_000, max: 1_000_000, default: 1_000_000 },
};

/** Limits of section 8. */
export const LIMITS = {
  count: { min: 1, max: 4 },
  references: { min: 0, max: 6 },
  imageBytes: 52_428_800,
  duration: { min: 4, max: 15, default: 5 },
  conversionSize: { min: 2, default: 2 },
} as const;

/** Points that the specification states (section 8). */
export const FIXED_POINTS = { convertToFormat: 10, createCuteModelsFromImages: 30 } as const;

/** A file to upload: bytes in memory, or a path that is streamed from disk. */
export type Upload =
  | Blob
  | { readonly path: string; readonly type?: string; readonly name?: string };

// ---- Group V1 -----------------------------------------------------------------------------

/** Section 2.1. */
export interface ModelCapabilities {
  readonly supports_text_input?: boolean;
  readonly supports_image_input?: boolean;
  readonly supports_video_input?: boolean;
  readonly max_n?: number;
  readonly aspect_ratios?: readonly string[];
  readonly resolutions?: readonly string[];
  readonly durations_seconds?: readonly number[];
  readonly mesh_qualities?: readonly string[];
  readonly output_formats?: readonly string[];
  readonly postprocessing?: readonly string[];
}

/** Section 2.1. */
export interface ModelDescriptor {
  readonly id: string;
  readonly object: string;
  readonly modality: string;
  readonly owned_by: string;
  readonly modes: readonly string[];
  readonly capabilities: ModelCapabilities;
}

/** Section 2.2. */
export interface Task {
  readonly id: string;
  readonly object: string;
  readonly type: string;
  readonly status: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly created_at: number;
}

/** `POST /openapi/v1/images/generations`, section 4.1. */
export interface ImageGenerationRequest {
  readonly model?: string;
  readonly prompt?: string;
  readonly mode?: string;
  readonly n?: number;
  readonly resolution?: string;
  readonly aspect_ratio?: string;
  readonly extra_body?: Readonly<Record<string, unknown>>;
  /** At most 6; given, the request goes out as multipart/form-data. */
  readonly images?: readonly Upload[];
}

/** Section 2.2: the task list envelope. */
export interface TaskList {
  readonly tasks: readonly Task[];
  /** `usage.credits`; null where the answer does not tell. */
  readonly points: number | null;
}

// ---- Group LEGACY -------------------------------------------------------------------------

/** `POST /api/generateModelWithText`, section 4.2. */
export interface GenerateModelWithTextRequest {
  readonly prompt: string;
  readonly mesh_quality?: MeshQuality;
  readonly modelCount?: number;
  readonly disablePbr?: 0 | 1;
  readonly onlyGenerateMesh?: boolean;
  readonly faceNum?: number;
}

/** `POST /api/generateModelWithImage`, section 4.2. */
export interface GenerateModelWithImageRequest {
  readonly image: Upload;
  readonly mesh_quality?: MeshQuality;
  readonly modelCount?: number;
  readonly disablePbr?: 0 | 1;
  readonly onlyGenerateMesh?: boolean;
  readonly enableImageEnhancement?: boolean;
  readonly faceNum?: number;
}

/** Section 2.6. */
export interface FaceNumConfig {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

/** The accepted answer of both 3D creations, section 4.2. */
export interface ModelCreation {
  readonly uuids: readonly string[];
  /** A signed URL: never stored, never logged. */
  readonly uploadedImageUrl: string | null;
  /** null is unknown, not 0. */
  readonly pointsDeducted: number | null;
  readonly faceNum: FaceNumConfig | null;
}

/** Section 3.1: codeStatus of `retrieveModel`. */
export const CODE_STATUS = {
  completed: 0,
  generating: 1,
  tokenInvalid: -1,
  unknownUuid: -2,
  failed: -3,
} as const;

/** `POST /api/retrieveModel`, sections 2.3 and 4.2. */
export interface ModelRetrieval {
  /** 0, 1, -1, -2 or -3 where documented; another number is kept as it comes. */
  readonly codeStatus: number;
  readonly message: string;
  readonly modelUrl: string | null;
  readonly imageUrl: string | null;
  readonly prompts: string | null;
  readonly createdAt: string | null;
  readonly sourcePage: string | null;
}

/** `POST /api/queryGenerationResult`, section 2.4. */
export interface GenerationResult {
  readonly success: boolean;
  readonly uuid: string;
  /** `completed`, `queued`, `processing`, `failed`, or a value not documented. */
  readonly status: string;
  readonly resultType: string | null;
  readonly resultUrl: string | null;
  /** What the service says of it, where it does: the specification has no place for that. */
  readonly message: string | null;
}

/** `POST /api/convertToFormat`, section 4.2. */
export interface ConvertToFormatRequest {
  readonly uuid: string;
  readonly modelType?: ModelFormat;
  /** Millimetres, at least 2. */
  readonly modelSize?: number;
}

/** `POST /api/convertToFormat`, section 4.2. */
export interface Conversion {
  /** 0 completed, 1 still converting, -1 invalid or failed. */
  readonly statusType: number;
  readonly message: string;
  readonly modelUrl: string | null;
  readonly scaleNumber: number | null;
  readonly modelSize: number | null;
}

/** `POST /api/createNormalPicture`, section 4.2. */
export interface CreateNormalPictureRequest {
  readonly prompt: string;
  readonly images?: readonly Upload[];
  /** `image-2`, or a key of the provider's own. */
  readonly modelKey?: string;
  readonly aspectRatio?: AspectRatio;
  readonly jobNum?: number;
}

/** `POST /api/createNormalVideo`, section 4.2. */
export interface CreateNormalVideoRequest {
  readonly prompt: string;
  readonly images?: readonly Upload[];
  readonly aspectRatio?: AspectRatio;
  readonly jobNum?: number;
  /** Seconds, 4 to 15. */
  readonly duration?: number;
  readonly resolution?: VideoResolution;
}

/** The answer of picture and video creation, section 4.2. */
export interface JobCreation {
  readonly uuids: readonly string[];
  readonly pointsDeducted: number | null;
  readonly queueStatus: string | null;
  readonly jobNum: number | null;
}

/** `POST /api/createCuteModelsFromImages`, section 4.2. */
export interface CreateCuteModelsRequest {
  readonly images: readonly Upload[];
  readonly styleType: string;
}

/** Section 2.7. */
export interface BatchItem {
  readonly uuids: readonly string[];
  readonly success: boolean;
  readonly message: string;
}

/** `POST /api/createCuteModelsFromImages`, section 4.2. */
export interface BatchCreation {
  readonly success: boolean;
  readonly totalFiles: number | null;
  readonly successCount: number | null;
  readonly failureCount: number | null;
  readonly results: readonly BatchItem[];
  /** Every UUID that the answer names: of the results first, then those beside them. */
  readonly uuids: readonly string[];
  /** Those of `failures`. */
  readonly failedUuids: readonly string[];
  /** The item shape is not documented: kept as it comes. */
  readonly failures: readonly unknown[];
  readonly message: string;
}

/** `POST /api/checkHumanImage`, section 4.2. */
export interface PortraitCheck {
  /** 0 valid, -1 unknown (its rate limit, for one): never "no portrait". */
  readonly statusCode: number;
  /** null: the answer held no boolean, which is unknown too. */
  readonly result: boolean | null;
  readonly message: string;
}

/** `POST /api/queryPointsInfo`, section 2.5. Unit: points. */
export interface PointsInfo {
  readonly total_points: number;
  readonly monthly_bonus_points: number;
  readonly permanent_points: number;
  readonly year_points: number;
  readonly expiration_day: string | null;
}

/** `POST /api/queryJobProgress`, section 4.2. */
export interface JobProgress {
  /** 0 valid, -1 no such job, -2 query invalid. */
  readonly statusType: number;
  readonly message: string;
  /** Percentage text as it comes, such as `45%`. */
  readonly progress: string | null;
}
