import { asObject, unexpected } from './answer-reader.ts';
import type { AnswerContext } from './answer-reader.ts';
import { idsOf, jobIds, possibleIds } from './job-ids.ts';
import { address, holderOf, isObject, number, points, text, texts } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { AuthError, ModeratedError, RejectedError } from '../service-errors.ts';
import { messageOf } from './service-words.ts';
import type {
  BatchCreation,
  BatchItem,
  Conversion,
  FaceNumConfig,
  GenerationResult,
  JobCreation,
  JobProgress,
  ModelCapabilities,
  ModelCreation,
  ModelDescriptor,
  ModelRetrieval,
  PointsInfo,
  PortraitCheck,
  Task,
  TaskList,
} from '../wire.ts';
import { CODE_STATUS } from '../wire.ts';

/** Section 2.1: the model list envelope. */
export function parseModelList(body: unknown, context: AnswerContext): readonly ModelDescriptor[] {
  const data = asObject(context, body)['data'];
  if (!Array.isArray(data)) {
    throw unexpected(context, 'a model list without data', body);
  }
  return data.filter(isObject).map((entry) => ({
    id: text(entry['id']) ?? '',
    object: text(entry['object']) ?? 'model',
    modality: text(entry['modality']) ?? '',
    owned_by: text(entry['owned_by']) ?? '',
    modes: texts(entry['modes']),
    capabilities: parseCapabilities(entry['capabilities']),
  }));
}

type Reader = (value: unknown) => unknown;
const same: Reader = (value) => value;
const flag: Reader = (value) => (typeof value === 'boolean' ? value : null);
const words: Reader = (value) => (Array.isArray(value) ? texts(value) : null);
const numbers: Reader = (value) =>
  Array.isArray(value) ? value.map(number).filter((each) => each !== null) : null;

const CAPABILITIES: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    supports_text_input: flag,
    supports_image_input: flag,
    supports_video_input: flag,
    max_n: number,
    aspect_ratios: words,
    resolutions: words,
    durations_seconds: numbers,
    mesh_qualities: words,
    output_formats: words,
    postprocessing: words,
  } satisfies Record<keyof ModelCapabilities, Reader>),
);

/** Section 2.1. One that is null, or of another type, is not given; unknown ones stay as they come. */
function parseCapabilities(value: unknown): ModelCapabilities {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, given]) => [name, (CAPABILITIES.get(name) ?? same)(given)] as const)
      .filter(([, read]) => read !== null),
  );
}

/** Section 2.2: the task list envelope; a task without an id is no task. */
export function parseTaskList(body: unknown, context: AnswerContext): TaskList {
  const answer = asObject(context, body);
  const ids = jobIds(answer);
  if (ids.length === 0) {
    refuseModerated(answer, context);
    throw unexpected(context, 'a task list without a task id', body);
  }
  const data = [answer['data']].flat().filter(isObject);
  const usage = answer['usage'];
  return {
    tasks: ids.map((id) => parseTask(id, data.find((entry) => idsOf(entry)[0] === id) ?? {})),
    points: isObject(usage) ? points(usage['credits']) : null,
  };
}

function parseTask(id: string, entry: JsonObject): Task {
  return {
    id,
    object: text(entry['object']) ?? 'task',
    type: text(entry['type']) ?? '',
    status: text(entry['status']) ?? '',
    model: text(entry['model']) ?? '',
    created_at: number(entry['created_at']) ?? 0,
  };
}

/**
 * Section 4.2: an answer with UUIDs is accepted and paid for, whatever else it says; without them,
 * `limitType` 3 or 4 is a refusal, and anything else an answer we must not trust.
 */
export function parseModelCreation(body: unknown, context: AnswerContext): ModelCreation {
  const answer = asObject(context, body);
  const uuids = jobIds(answer);
  if (uuids.length === 0) {
    refuseModerated(answer, context);
  }
  if (uuids.length === 0 || isFalse(answer['success'])) {
    throw unexpected(context, 'neither uuids nor a limitType', body);
  }
  const config = answer['generationConfig'];
  return {
    uuids,
    uploadedImageUrl: text(answer['uploadedImageUrl']),
    pointsDeducted: points(holderOf(answer, 'pointsDeducted')['pointsDeducted']),
    faceNum: isObject(config) ? parseFaceNum(config['faceNum']) : null,
  };
}

function parseFaceNum(value: unknown): FaceNumConfig | null {
  if (!isObject(value)) {
    return null;
  }
  const [def, min, max, own] = ['default', 'min', 'max', 'value'].map((key) => number(value[key]));
  return def == null || min == null || max == null || own == null
    ? null
    : { default: def, min, max, value: own };
}

/** Section 7.1: moderation says 3 or 4. Another value is not documented, and proves nothing. */
function refuseModerated(answer: JsonObject, context: AnswerContext): void {
  const limitType = number(answer['limitType']);
  if (limitType !== 3 && limitType !== 4) {
    return;
  }
  const said = context.redact(messageOf(answer) ?? '');
  throw new ModeratedError(
    limitType,
    `${context.operation}: content moderation refused the request (limitType ${limitType})${said === '' ? '' : `: ${said}`}`,
    {
      operation: context.operation,
      httpStatus: context.httpStatus,
      serverMessage: said === '' ? null : said,
      outcome: 'rejected',
    },
  );
}

/** Section 4.2: picture and video creation. */
export function parseJobCreation(body: unknown, context: AnswerContext): JobCreation {
  const answer = asObject(context, body);
  const data = isObject(answer['data']) ? answer['data'] : answer;
  const uuids = jobIds(answer);
  if (uuids.length === 0) {
    refuseModerated(answer, context);
    refuseModerated(data, context);
  }
  const refused = isFalse(answer['success']);
  if (uuids.length === 0 || refused) {
    throw unexpected(context, refused ? 'success is false' : 'no uuids in it', body);
  }
  return {
    uuids,
    pointsDeducted: points(data['pointsDeducted']),
    queueStatus: text(data['queueStatus']),
    jobNum: number(data['jobNum']),
  };
}

/**
 * Sections 2.7 and 4.2: results are matched to inputs by order only. UUIDs beside the results, as
 * the sibling operations have them, come as one result that belongs to no image in particular.
 */
export function parseBatchCreation(body: unknown, context: AnswerContext): BatchCreation {
  const answer = asObject(context, body);
  const list = answer['results'];
  const results: BatchItem[] = Array.isArray(list)
    ? list.filter(isObject).map((item) => ({
        uuids: jobIds(item),
        success: !isFalse(item['success']),
        message: context.redact(messageOf(item) ?? ''),
      }))
    : [];
  const isRead = results.some((item) => item.uuids.length > 0);
  const beside = isRead ? namedBeside(answer) : jobIds(answer);
  if (!isRead && beside.length === 0) {
    refuseModerated(answer, context);
    throw (
      allFailed(answer, results, context) ?? unexpected(context, 'no uuids in its results', body)
    );
  }
  const failures: readonly unknown[] = Array.isArray(answer['failures']) ? answer['failures'] : [];
  const failedUuids = failures.filter(isObject).flatMap(jobIds);
  return {
    success: !isFalse(answer['success']),
    totalFiles: number(answer['totalFiles']),
    successCount: number(answer['successCount']),
    failureCount: number(answer['failureCount']),
    results: isRead ? results : [{ uuids: beside, success: true, message: '' }],
    uuids: [...new Set([...results.flatMap(({ uuids }) => uuids), ...beside, ...failedUuids])],
    failedUuids,
    failures,
    message: text(answer['message']) ?? '',
  };
}

/** UUIDs that an answer names beside its results, whether or not the results name them too. */
function namedBeside(answer: JsonObject): readonly string[] {
  const { data } = answer;
  const places = [answer['uuids'], answer['uuid'], ...(isObject(data) ? [data['uuids']] : [])];
  return places.flatMap(idsOf);
}

/** A batch of which the service says of each image that it failed: nothing is on its way. */
function allFailed(
  answer: JsonObject,
  results: readonly BatchItem[],
  context: AnswerContext,
): RejectedError | null {
  const failures = Array.isArray(answer['failures']) ? answer['failures'] : [];
  const count = number(answer['successCount']);
  // Without a count, it has to be said of each image.
  const isSaid = count === 0 || (count === null && results.length > 0);
  const saysSo = isSaid && results.every((item) => !item.success);
  if (!saysSo || results.length + failures.length === 0) return null;
  // An answer that may hold the id of a paid job is never a refusal.
  if (possibleIds(answer).length > 0) return null;
  const words = [...results.map((item) => item.message), ...failures.map(messageOf)]
    .map((each) => context.redact(each ?? ''))
    .filter((each) => each !== '');
  const said = [...new Set(words)].join('; ') || context.redact(messageOf(answer) ?? '');
  return new RejectedError(
    `${context.operation}: the service made none of the figures${said === '' ? '' : `: ${said}`}`,
    {
      operation: context.operation,
      httpStatus: context.httpStatus,
      serverMessage: said === '' ? null : said,
      outcome: 'rejected',
    },
  );
}

/** `false`, also as text. A missing value is not false. */
function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.toLowerCase() === 'false');
}

/** Sections 2.3 and 3.1. A codeStatus of -1 is about the key, not about the job: it throws. */
export function parseModelRetrieval(body: unknown, context: AnswerContext): ModelRetrieval {
  const answer = holderOf(asObject(context, body), 'codeStatus');
  const codeStatus = number(answer['codeStatus']);
  if (codeStatus === null) {
    throw unexpected(context, 'no codeStatus in it', body);
  }
  const message = context.redact(text(answer['message']) ?? '');
  if (codeStatus === CODE_STATUS.tokenInvalid) {
    throw new AuthError(
      `${context.operation}: the service does not accept the key (codeStatus -1)`,
      {
        operation: context.operation,
        httpStatus: context.httpStatus,
        serverMessage: message,
      },
    );
  }
  return {
    codeStatus,
    message,
    modelUrl: address(answer['modelUrl']),
    imageUrl: address(answer['imageUrl']),
    prompts: text(answer['prompts']),
    createdAt: text(answer['createdAt']),
    sourcePage: text(answer['sourcePage']),
  };
}

/** Section 2.4. */
export function parseGenerationResult(body: unknown, context: AnswerContext): GenerationResult {
  const answer = asObject(context, body);
  const data = resultOf(answer);
  const url = address(data['resultUrl']);
  const state = number(data['status']);
  const status = text(data['status']) ?? (state === null ? null : `${state}`);
  const success = !isFalse(answer['success']);
  if (status === null && url === null && success) {
    throw unexpected(context, 'no data.status in it', body);
  }
  const said = messageOf(data) ?? messageOf(answer);
  const words = said === null ? null : context.redact(said);
  return {
    success,
    uuid: text(data['uuid']) ?? '',
    status: status ?? words ?? 'unknown',
    resultType: text(data['resultType']),
    resultUrl: url,
    message: words,
  };
}

/** `data`; also as a list of one, and what stands at the top where there is no `data`. */
function resultOf(answer: JsonObject): JsonObject {
  const { data } = answer;
  if (Array.isArray(data)) return data.length === 1 && isObject(data[0]) ? data[0] : {};
  return isObject(data) ? data : data === undefined ? answer : {};
}

/** Section 4.2, `convertToFormat`. */
export function parseConversion(body: unknown, context: AnswerContext): Conversion {
  const answer = holderOf(asObject(context, body), 'statusType');
  const statusType = number(answer['statusType']);
  if (statusType === null) {
    throw unexpected(context, 'no statusType in it', body);
  }
  return {
    statusType,
    message: context.redact(text(answer['message']) ?? ''),
    modelUrl: address(answer['modelUrl']),
    scaleNumber: number(answer['scaleNumber']),
    modelSize: number(answer['modelSize']),
  };
}

/** Section 4.2: a statusCode of -1 means "unknown". */
export function parsePortraitCheck(body: unknown, context: AnswerContext): PortraitCheck {
  const answer = holderOf(asObject(context, body), 'statusCode');
  const statusCode = number(answer['statusCode']);
  if (statusCode === null) {
    throw unexpected(context, 'no statusCode in it', body);
  }
  return {
    statusCode,
    result: typeof answer['result'] === 'boolean' ? answer['result'] : null,
    message: context.redact(text(answer['message']) ?? ''),
  };
}

/** Section 2.5. */
export function parsePointsInfo(body: unknown, context: AnswerContext): PointsInfo {
  const answer = asObject(context, body);
  const data = answer['data'];
  const total = isObject(data) ? number(data['total_points']) : null;
  if (number(answer['statusType']) === -1) {
    const said = context.redact(messageOf(answer) ?? '');
    const facts = {
      operation: context.operation,
      httpStatus: context.httpStatus,
      serverMessage: said,
    };
    // The query has no body that could be wrong: when it speaks of the key, it is the key.
    throw /token|key|auth/i.test(said)
      ? new AuthError(`${context.operation}: the service does not accept the key: ${said}`, facts)
      : new RejectedError(
          `${context.operation}: the query is invalid (statusType -1): ${said}`,
          facts,
        );
  }
  if (!isObject(data) || total === null) {
    throw unexpected(context, 'no data.total_points in it', body);
  }
  return {
    total_points: total,
    monthly_bonus_points: number(data['monthly_bonus_points']) ?? 0,
    permanent_points: number(data['permanent_points']) ?? 0,
    year_points: number(data['year_points']) ?? 0,
    expiration_day: text(data['expiration_day']),
  };
}

/** Section 4.2, `queryJobProgress`. */
export function parseJobProgress(body: unknown, context: AnswerContext): JobProgress {
  const answer = holderOf(asObject(context, body), 'statusType');
  const statusType = number(answer['statusType']);
  if (statusType === null) {
    throw unexpected(context, 'no statusType in it', body);
  }
  const progress = answer['progress'];
  return {
    statusType,
    message: context.redact(text(answer['message']) ?? ''),
    progress: typeof progress === 'number' ? `${progress}` : text(progress),
  };
}
