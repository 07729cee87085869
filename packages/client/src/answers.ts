import { asObject, isObject, messageOf, number, text, texts, unexpected } from './answer-reader.ts';
import type { AnswerContext, JsonObject } from './answer-reader.ts';
import { AuthError, ModeratedError, RejectedError } from './service-errors.ts';
import type {
  BatchCreation,
  BatchItem,
  Conversion,
  FaceNumConfig,
  GenerationResult,
  JobCreation,
  JobProgress,
  ModelCreation,
  ModelDescriptor,
  ModelRetrieval,
  PointsInfo,
  PortraitCheck,
  Task,
  TaskList,
} from './wire.ts';
import { CODE_STATUS } from './wire.ts';

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
    capabilities: isObject(entry['capabilities']) ? entry['capabilities'] : {},
  }));
}

/** Section 2.2: the task list envelope; a task without an id is no task. */
export function parseTaskList(body: unknown, context: AnswerContext): TaskList {
  const answer = asObject(context, body);
  refuseModerated(answer, context);
  const data = answer['data'];
  const tasks = Array.isArray(data) ? data.filter(isObject).map(parseTask) : [];
  const known = tasks.filter((task) => task.id !== '');
  if (known.length === 0) {
    throw unexpected(context, 'a task list without a task id', body);
  }
  const usage = answer['usage'];
  return { tasks: known, points: isObject(usage) ? number(usage['credits']) : null };
}

function parseTask(entry: JsonObject): Task {
  return {
    id: text(entry['id']) ?? '',
    object: text(entry['object']) ?? 'task',
    type: text(entry['type']) ?? '',
    status: text(entry['status']) ?? '',
    model: text(entry['model']) ?? '',
    created_at: number(entry['created_at']) ?? 0,
  };
}

/** Section 4.2: `limitType` is looked at before `uuids`; neither is an answer we must not trust. */
export function parseModelCreation(body: unknown, context: AnswerContext): ModelCreation {
  const answer = asObject(context, body);
  refuseModerated(answer, context);
  const uuids = texts(answer['uuids']);
  if (uuids.length === 0 || answer['success'] === false) {
    throw unexpected(context, 'neither uuids nor a limitType', body);
  }
  const config = answer['generationConfig'];
  return {
    uuids,
    uploadedImageUrl: text(answer['uploadedImageUrl']),
    pointsDeducted: number(answer['pointsDeducted']),
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

function refuseModerated(answer: JsonObject, context: AnswerContext): void {
  const limitType = number(answer['limitType']);
  if (limitType === null) {
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
  refuseModerated(answer, context);
  const data = isObject(answer['data']) ? answer['data'] : answer;
  refuseModerated(data, context);
  const uuids = texts(data['uuids']);
  if (uuids.length === 0 || answer['success'] === false) {
    throw unexpected(
      context,
      answer['success'] === false ? 'success is false' : 'no uuids in it',
      body,
    );
  }
  return {
    uuids,
    pointsDeducted: number(data['pointsDeducted']),
    queueStatus: text(data['queueStatus']),
    jobNum: number(data['jobNum']),
  };
}

/** Sections 2.7 and 4.2: results are matched to inputs by order only. */
export function parseBatchCreation(body: unknown, context: AnswerContext): BatchCreation {
  const answer = asObject(context, body);
  refuseModerated(answer, context);
  const list = answer['results'];
  const results: BatchItem[] = Array.isArray(list)
    ? list.filter(isObject).map((item) => ({
        uuids: texts(item['uuids']),
        success: item['success'] === true,
        message: text(item['message']) ?? '',
      }))
    : [];
  if (results.every((item) => item.uuids.length === 0)) {
    throw unexpected(context, 'no uuids in its results', body);
  }
  const failures = answer['failures'];
  return {
    success: answer['success'] !== false,
    totalFiles: number(answer['totalFiles']),
    successCount: number(answer['successCount']),
    failureCount: number(answer['failureCount']),
    results,
    failures: Array.isArray(failures) ? (failures as readonly unknown[]) : [],
    message: text(answer['message']) ?? '',
  };
}

/** Sections 2.3 and 3.1. A codeStatus of -1 is about the key, not about the job: it throws. */
export function parseModelRetrieval(body: unknown, context: AnswerContext): ModelRetrieval {
  const answer = asObject(context, body);
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
    modelUrl: text(answer['modelUrl']),
    imageUrl: text(answer['imageUrl']),
    prompts: text(answer['prompts']),
    createdAt: text(answer['createdAt']),
    sourcePage: text(answer['sourcePage']),
  };
}

/** Section 2.4. */
export function parseGenerationResult(body: unknown, context: AnswerContext): GenerationResult {
  const answer = asObject(context, body);
  const data = isObject(answer['data']) ? answer['data'] : {};
  const status = text(data['status']);
  if (status === null && answer['success'] !== false) {
    throw unexpected(context, 'no data.status in it', body);
  }
  return {
    success: answer['success'] !== false,
    uuid: text(data['uuid']) ?? '',
    status: status ?? context.redact(messageOf(answer) ?? 'unknown'),
    resultType: text(data['resultType']),
    resultUrl: text(data['resultUrl']),
  };
}

/** Section 4.2, `convertToFormat`. */
export function parseConversion(body: unknown, context: AnswerContext): Conversion {
  const answer = asObject(context, body);
  const statusType = number(answer['statusType']);
  if (statusType === null) {
    throw unexpected(context, 'no statusType in it', body);
  }
  return {
    statusType,
    message: context.redact(text(answer['message']) ?? ''),
    modelUrl: text(answer['modelUrl']),
    scaleNumber: number(answer['scaleNumber']),
    modelSize: number(answer['modelSize']),
  };
}

/** Section 4.2: a statusCode of -1 means "unknown". */
export function parsePortraitCheck(body: unknown, context: AnswerContext): PortraitCheck {
  const answer = asObject(context, body);
  const statusCode = number(answer['statusCode']);
  if (statusCode === null) {
    throw unexpected(context, 'no statusCode in it', body);
  }
  return {
    statusCode,
    result: answer['result'] === true,
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
  const answer = asObject(context, body);
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
