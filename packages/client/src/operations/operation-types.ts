import type { AnswerContext } from '../answers/answer-reader.ts';
import type { Fields } from '../requests/fields.ts';
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
} from '../wire.ts';

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
  /**
   * Wait for the head of the answer once the request is sent; of a query the n-th attempt waits up to n times as long.
   * Unit: milliseconds.
   */
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
