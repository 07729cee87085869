import { fieldError, InvalidRequest } from './invalid-request.ts';

const JSON_LIMIT = 1_048_576;
/** Room for the other fields and the part headers of a multipart body. */
const OVERHEAD = 262_144;

export interface MultipartBody {
  /** The last value of each text field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly { readonly field: string; readonly file: File }[];
}

/** Reads a JSON object of at most 1 MiB. */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  if (mediaType(request) !== 'application/json') {
    throw malformed(`Expected a body of type application/json.`);
  }
  const body = limited(request, JSON_LIMIT, () =>
    tooLarge('body', `Expected at most ${JSON_LIMIT} bytes.`),
  );
  const bytes = await body.read((body) => body.arrayBuffer());
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed('Expected JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('Expected a JSON object.');
  }
  return value as Record<string, unknown>;
}

/**
 * Reads a multipart body whose files hold at most `limit` bytes together. One that is longer is
 * refused as soon as that shows: by its Content-Length, or while it arrives.
 */
export async function readMultipartBody(
  request: Request,
  options: { readonly limit: number; readonly field: string },
): Promise<MultipartBody> {
  if (mediaType(request) !== 'multipart/form-data') {
    throw malformed('Expected a body of type multipart/form-data.');
  }
  const body = limited(request, options.limit + OVERHEAD, () =>
    tooLarge(options.field, `Expected at most ${options.limit} bytes.`),
  );
  const form = await body.read((body) => body.formData());
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const files: { field: string; file: File }[] = [];
  for (const [field, value] of form) {
    if (typeof value !== 'string') files.push({ field, file: value });
    else if (value.length <= JSON_LIMIT) fields[field] = value;
    else throw tooLarge(field, `Expected at most ${JSON_LIMIT} characters.`);
  }
  return { fields, files };
}

export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

const malformed = (msg: string): InvalidRequest =>
  new InvalidRequest([fieldError('body', 'malformed', msg)]);

const tooLarge = (field: string, msg: string): InvalidRequest =>
  new InvalidRequest([fieldError(field, 'too_large', msg)]);

/** The body, cut off with an error once more than `limit` bytes have come. */
function limited(
  request: Request,
  limit: number,
  refusal: () => InvalidRequest,
): { read<T>(parse: (body: Request | Response) => Promise<T>): Promise<T> } {
  const length = request.headers.get('content-length');
  return {
    async read(parse) {
      if (Number(length ?? 0) > limit) throw refusal();
      let refused = false;
      try {
        // HTTP itself holds a body to its Content-Length; only one without needs to be counted.
        if (length !== null) return await parse(request);
        const counter = counterOf(limit, () => (refused = true));
        const headers = { 'content-type': request.headers.get('content-type') ?? '' };
        return await parse(new Response(request.body?.pipeThrough(counter) ?? null, { headers }));
      } catch {
        throw refused ? refusal() : malformed('The body cannot be read.');
      }
    },
  };
}

/** Lets `limit` bytes through; one more is an error, after `onExcess`. */
function counterOf(limit: number, onExcess: () => void): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > limit) {
        onExcess();
        controller.error(new Error('The body is too long.'));
      } else controller.enqueue(chunk);
    },
  });
}
