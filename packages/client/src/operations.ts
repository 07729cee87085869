import type { AnswerContext } from './answer-reader.ts';
import {
  parseBatchCreation,
  parseConversion,
  parseGenerationResult,
  parseJobCreation,
  parseJobProgress,
  parseModelCreation,
  parseModelList,
  parseModelRetrieval,
  parsePointsInfo,
  parsePortraitCheck,
  parseTaskList,
} from './answers.ts';
import { explicitFaceCount } from './face-count.ts';
import type { Fields } from './fields.ts';
import type {
  BatchCreation,
  Conversion,
  ConvertToFormatRequest,
  CreateCuteModelsRequest,
  CreateNormalPictureRequest,
  CreateNormalVideoRequest,
  GenerateModelWithImageRequest,
  GenerateModelWithTextRequest,
  GenerationResult,
  ImageGenerationRequest,
  JobCreation,
  JobProgress,
  ModelCreation,
  ModelDescriptor,
  ModelRetrieval,
  PointsInfo,
  PortraitCheck,
  TaskList,
  Upload,
} from './wire.ts';
import {
  ASPECT_RATIOS,
  FACE_RANGES,
  LIMITS,
  MESH_QUALITIES,
  MODEL_FORMATS,
  VIDEO_RESOLUTIONS,
} from './wire.ts';

/** The body of every query by UUID. */
export interface UuidRequest {
  readonly uuid: string;
}

/** `POST /api/checkHumanImage`, section 4.2. */
export interface CheckHumanImageRequest {
  /** JPG, JPEG or PNG. */
  readonly image: Upload;
}

/** What each method takes and returns. `undefined`: it takes nothing. */
export interface OperationTypes {
  listModels: { input: undefined; output: readonly ModelDescriptor[] };
  generateImages: { input: ImageGenerationRequest; output: TaskList };
  generateModelWithText: { input: GenerateModelWithTextRequest; output: ModelCreation };
  generateModelWithImage: { input: GenerateModelWithImageRequest; output: ModelCreation };
  retrieveModel: { input: UuidRequest; output: ModelRetrieval };
  queryGenerationResult: { input: UuidRequest; output: GenerationResult };
  convertToFormat: { input: ConvertToFormatRequest; output: Conversion };
  createNormalPicture: { input: CreateNormalPictureRequest; output: JobCreation };
  createNormalVideo: { input: CreateNormalVideoRequest; output: JobCreation };
  createCuteModelsFromImages: { input: CreateCuteModelsRequest; output: BatchCreation };
  checkHumanImage: { input: CheckHumanImageRequest; output: PortraitCheck };
  queryPointsInfo: { input: undefined; output: PointsInfo };
  queryJobProgress: { input: UuidRequest; output: JobProgress };
}

export type OperationName = keyof OperationTypes;

/** `safe` charges nothing; `create` and `convert` do, and go out once. */
export type OperationClass = 'safe' | 'create' | 'convert';

export interface Operation<Output> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly group: 'v1' | 'legacy';
  /** `files`: multipart when the request holds files, else JSON. */
  readonly encoding: 'none' | 'json' | 'multipart' | 'files';
  readonly class: OperationClass;
  /** Attempts in all on transport errors, 429 and 5xx; a create repeats only where nothing was sent, or on 429. */
  readonly attempts: number;
  /** Wait for the head of the answer once the request is sent. Unit: milliseconds. */
  readonly answerMs: number;
  readonly status: readonly number[];
  /** Of the interface specification. */
  readonly section: string;
  readonly summary: string;
  readonly fields: Fields;
  /** Fields that depend on each other. */
  readonly refine?: (operation: string, fields: Record<string, unknown>) => void;
  readonly parse: (body: unknown, context: AnswerContext) => Output;
}

const QUERY = { class: 'safe', attempts: 5, answerMs: 30_000, status: [200] } as const;
const CREATE = { class: 'create', attempts: 5, answerMs: 120_000, status: [200] } as const;
const UUID: Fields = { uuid: { kind: 'text', required: true } };
const ONE = { kind: 'integer', ...LIMITS.count, default: 4, send: 1 } as const;
const MODEL_FIELDS: Fields = {
  mesh_quality: { kind: 'choice', values: MESH_QUALITIES, default: 'high' },
  modelCount: ONE,
  disablePbr: { kind: 'choice', values: [0, 1], default: 0 },
  onlyGenerateMesh: { kind: 'flag' },
  faceNum: {
    kind: 'integer',
    min: FACE_RANGES.standard.min,
    max: FACE_RANGES.high.max,
  },
};
const REFERENCES = { kind: 'files', ...LIMITS.references, accept: { types: 'any' } } as const;

/** Every operation of the interface specification that has a method and a path. */
export const OPERATIONS: {
  readonly [Name in OperationName]: Operation<OperationTypes[Name]['output']>;
} = {
  listModels: {
    ...QUERY,
    method: 'GET',
    path: '/openapi/v1/models',
    group: 'v1',
    encoding: 'none',
    section: '4.1',
    summary: 'The models enabled for the caller.',
    fields: {},
    parse: parseModelList,
  },
  generateImages: {
    ...CREATE,
    method: 'POST',
    path: '/openapi/v1/images/generations',
    group: 'v1',
    encoding: 'files',
    status: [202, 200],
    section: '4.1',
    summary: 'Creates 1 to 4 image tasks from a prompt and up to six reference images.',
    fields: {
      model: { kind: 'text' },
      prompt: { kind: 'text' },
      mode: { kind: 'text' },
      n: { kind: 'integer', ...LIMITS.count, send: 1 },
      resolution: { kind: 'text' },
      aspect_ratio: { kind: 'text' },
      extra_body: { kind: 'object' },
      images: REFERENCES,
    },
    parse: parseTaskList,
  },
  generateModelWithText: {
    ...CREATE,
    method: 'POST',
    path: '/api/generateModelWithText',
    group: 'legacy',
    encoding: 'json',
    section: '4.2',
    summary: 'Creates 1 to 4 3D models from a text.',
    fields: { prompt: { kind: 'text', required: true }, ...MODEL_FIELDS },
    refine: explicitFaceCount,
    parse: parseModelCreation,
  },
  generateModelWithImage: {
    ...CREATE,
    method: 'POST',
    path: '/api/generateModelWithImage',
    group: 'legacy',
    encoding: 'multipart',
    section: '4.2',
    summary: 'Creates 1 to 4 3D models from one image.',
    fields: {
      image: {
        kind: 'file',
        required: true,
        accept: { types: 'image/*', maxBytes: LIMITS.imageBytes },
      },
      ...MODEL_FIELDS,
      enableImageEnhancement: { kind: 'flag' },
    },
    refine: explicitFaceCount,
    parse: parseModelCreation,
  },
  retrieveModel: {
    ...QUERY,
    method: 'POST',
    path: '/api/retrieveModel',
    group: 'legacy',
    encoding: 'json',
    section: '4.2',
    summary: 'State and result of one 3D model.',
    fields: UUID,
    parse: parseModelRetrieval,
  },
  queryGenerationResult: {
    ...QUERY,
    method: 'POST',
    path: '/api/queryGenerationResult',
    group: 'legacy',
    encoding: 'json',
    section: '4.2',
    summary: 'State and result of one image or video.',
    fields: UUID,
    parse: parseGenerationResult,
  },
  convertToFormat: {
    ...CREATE,
    class: 'convert',
    method: 'POST',
    path: '/api/convertToFormat',
    group: 'legacy',
    encoding: 'json',
    section: '4.2',
    summary: 'Converts a generated model to another format and size; 10 points.',
    fields: {
      uuid: { kind: 'text', required: true },
      modelType: { kind: 'choice', values: MODEL_FORMATS, default: 'glb' },
      modelSize: { kind: 'integer', ...LIMITS.conversionSize },
    },
    parse: parseConversion,
  },
  createNormalPicture: {
    ...CREATE,
    method: 'POST',
    path: '/api/createNormalPicture',
    group: 'legacy',
    encoding: 'multipart',
    section: '4.2',
    summary: 'Creates 1 to 4 images from a prompt and up to six reference images.',
    fields: {
      prompt: { kind: 'text', required: true },
      images: REFERENCES,
      modelKey: { kind: 'text', note: "`image-2`, or the provider's second key" },
      aspectRatio: { kind: 'choice', values: ASPECT_RATIOS, default: '1:1' },
      jobNum: { kind: 'integer', ...LIMITS.count, default: 1, send: 1 },
    },
    parse: parseJobCreation,
  },
  createNormalVideo: {
    ...CREATE,
    method: 'POST',
    path: '/api/createNormalVideo',
    group: 'legacy',
    encoding: 'multipart',
    section: '4.2',
    summary: 'Creates 1 to 4 videos from a prompt and up to six reference images.',
    fields: {
      prompt: { kind: 'text', required: true },
      images: REFERENCES,
      aspectRatio: { kind: 'choice', values: ASPECT_RATIOS, default: '16:9' },
      jobNum: { kind: 'integer', ...LIMITS.count, default: 1, send: 1 },
      duration: { kind: 'integer', ...LIMITS.duration },
      resolution: { kind: 'choice', values: VIDEO_RESOLUTIONS, default: '720p' },
    },
    parse: parseJobCreation,
  },
  createCuteModelsFromImages: {
    ...CREATE,
    method: 'POST',
    path: '/api/createCuteModelsFromImages',
    group: 'legacy',
    encoding: 'multipart',
    section: '4.2',
    summary: 'Creates chibi-style 3D models from images; 30 points.',
    fields: {
      images: { kind: 'files', min: 1, accept: { types: 'any' } },
      styleType: { kind: 'text', required: true },
    },
    parse: parseBatchCreation,
  },
  checkHumanImage: {
    ...QUERY,
    attempts: 2,
    answerMs: 60_000,
    method: 'POST',
    path: '/api/checkHumanImage',
    group: 'legacy',
    encoding: 'multipart',
    section: '4.2',
    summary: 'Whether an image shows a human portrait; statusCode -1 means unknown.',
    fields: {
      image: { kind: 'file', required: true, accept: { types: ['image/jpeg', 'image/png'] } },
    },
    parse: parsePortraitCheck,
  },
  queryPointsInfo: {
    ...QUERY,
    method: 'POST',
    path: '/api/queryPointsInfo',
    group: 'legacy',
    encoding: 'none',
    section: '4.2',
    summary: 'The points balance.',
    fields: {},
    parse: parsePointsInfo,
  },
  queryJobProgress: {
    ...QUERY,
    method: 'POST',
    path: '/api/queryJobProgress',
    group: 'legacy',
    encoding: 'json',
    section: '4.2',
    summary: 'Progress of one job, as percentage text.',
    fields: UUID,
    parse: parseJobProgress,
  },
};
