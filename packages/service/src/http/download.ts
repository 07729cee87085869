import { META } from '../jobs/make-job.ts';
import type { ConversionKey } from '../state/entry.ts';
import type { MadeFile } from '../state/files.ts';
import type { RequestContext } from './request-context.ts';
import { formatOf } from './image-format.ts';
import { parseRange } from './parse-range.ts';
import { json } from './replies.ts';

/**
 * `GET /files/…`: a signed URL needs no key (section 5). Strong ETag, Content-Length, ranges. A
 * file that was dropped is made again first.
 */
export async function download(request: Request, context: RequestContext): Promise<Response> {
  const url = new URL(request.url);
  const check = context.links.check(url);
  if (check !== 'valid') {
    const message =
      check === 'expired'
        ? 'The URL has expired. Ask the query operation for a fresh one.'
        : 'The signature of the URL is wrong.';
    return json({ message }, 403);
  }
  const file = await find(context, url.pathname.split('/').slice(2));
  return file === undefined
    ? json({ message: 'There is no such file.' }, 404)
    : send(request, file);
}

async function find(
  context: RequestContext,
  path: readonly string[],
): Promise<MadeFile | undefined> {
  const [kind, name = '', conversionName = ''] = path;
  if (kind === 'upload') return upload(context, name);
  const job = await context.ledger.job(name.slice(0, 36));
  if (job === undefined) return undefined;
  switch (kind) {
    case 'preview':
      return context.works.preview(job);
    case 'conversion': {
      const key = conversionName.slice(0, conversionName.lastIndexOf('.')) as ConversionKey;
      return job.conversions[key] && context.works.conversion(job, key);
    }
    default:
      return context.works.result(job);
  }
}

async function upload(context: RequestContext, digest: string): Promise<MadeFile | undefined> {
  const bytes = await context.files.upload(digest);
  if (bytes === undefined) return undefined;
  const format = formatOf(bytes) ?? META.picture.extension;
  return {
    contentType: `image/${format}`,
    extension: format,
    size: bytes.length,
    digest,
    bytes: async () => bytes,
    stream: (start, end) => new Blob([bytes.subarray(start, end + 1)]).stream(),
  };
}

function send(request: Request, file: MadeFile): Response {
  const etag = `"${file.digest}"`;
  const headers: Record<string, string> = {
    'content-type': file.contentType,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, max-age=31536000, immutable',
  };
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = request.headers.get('if-range');
  const range =
    ifRange === null || ifRange === etag
      ? parseRange(request.headers.get('range'), file.size)
      : 'whole';
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${file.size}`;
    return new Response(null, { status: 416, headers });
  }
  const [start, end] = range === 'whole' ? [0, file.size - 1] : [range.start, range.end];
  headers['content-length'] = String(end - start + 1);
  if (range !== 'whole') headers['content-range'] = `bytes ${start}-${end}/${file.size}`;
  const body = request.method === 'HEAD' ? null : file.stream(start, end);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
}
