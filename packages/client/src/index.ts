export { createClient } from './client.ts';
export type { CallOptions } from './send/call-options.ts';
export { TAKE_HEADER } from './send/send-operation.ts';
export type { Client, ClientOptions, RawRequest } from './client.ts';
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export type { Download, DownloadOptions } from './transport/download.ts';
export { AssetgenError, cleanText, isAssetgenError } from './errors.ts';
export type { AssetgenErrorOptions, ErrorCode } from './errors.ts';
export type { FetchHandler } from './transport/fetch-transport.ts';
export type { Field, Fields } from './requests/fields.ts';
export { OPERATIONS } from './operations/operations.ts';
export type {
  CheckHumanImageRequest,
  Operation,
  OperationClass,
  OperationName,
  OperationTypes,
  UuidRequest,
} from './operations/operation-types.ts';
export type { RateSignals } from './pace/rate-headers.ts';
export { LongPause } from './pace/pauses.ts';
export type { Pause } from './pace/pauses.ts';
export { createRateLimiter } from './pace/rate-limiter.ts';
export type {
  AcquireOptions,
  Permit,
  RateLimiter,
  RateLimiterOptions,
} from './pace/rate-limiter.ts';
export { redact, redactUrl } from './redact.ts';
export { retryDelay } from './send/retry-policy.ts';
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
