export { createClient } from './client.ts';
export type { CallOptions } from './call-options.ts';
export { TAKE_HEADER } from './send-operation.ts';
export type { Client, ClientOptions, RawRequest } from './client.ts';
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export type { Download, DownloadOptions } from './download.ts';
export { AssetgenError, cleanText, isAssetgenError } from './errors.ts';
export type { AssetgenErrorOptions, ErrorCode } from './errors.ts';
export type { FetchHandler } from './fetch-transport.ts';
export type { Field, Fields } from './fields.ts';
export { OPERATIONS } from './operations.ts';
export type {
  CheckHumanImageRequest,
  Operation,
  OperationClass,
  OperationName,
  OperationTypes,
  UuidRequest,
} from './operation-types.ts';
export type { RateSignals } from './rate-headers.ts';
export { LongPause } from './pauses.ts';
export type { Pause } from './pauses.ts';
export { createRateLimiter } from './rate-limiter.ts';
export type { AcquireOptions, Permit, RateLimiter, RateLimiterOptions } from './rate-limiter.ts';
export { redact, redactUrl } from './redact.ts';
export { retryDelay } from './retry-policy.ts';
export {
  AbortedError,
  AmbiguousError,
  AuthError,
  DownloadError,
  ForbiddenError,
  InputError,
  ModeratedError,
  PointsError,
  RateLimitError,
  RejectedError,
  ResponseError,
  ServiceError,
  ServiceFailureError,
  UnreachableError,
  WaitError,
} from './service-errors.ts';
export type {
  CreateOutcome,
  FieldProblem,
  ServiceErrorFacts,
  WaitFacts,
} from './service-errors.ts';
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
