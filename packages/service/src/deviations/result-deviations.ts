import type { Deviation, Rewrite } from './deviation.ts';
import { all, breaks, encoded, header, json, says, status, withText } from './rewritings.ts';
import type { Json } from './rewritings.ts';

const MODEL = ['retrieveModel'];
const RESULT = ['queryGenerationResult'];
const DOWNLOAD = ['download'];

const taken = { outcome: 'taken' } as const;
const kept = { outcome: 'kept' } as const;

/** The address of the result, in whichever answer it stands. */
const url = (change: (address: string, origin: string) => unknown): Rewrite =>
  json((body: Json, { origin }) => {
    if (typeof body.modelUrl === 'string') {
      return { ...body, modelUrl: change(body.modelUrl, origin) };
    }
    return typeof body.data?.resultUrl === 'string'
      ? { ...body, data: { ...body.data, resultUrl: change(body.data.resultUrl, origin) } }
      : body;
  });

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
};

/** How addresses of results are written. */
const ADDRESSES: readonly Deviation[] = [
  {
    name: 'url-relative',
    what: 'The URL of a result is a path of the service.',
    of: [...RESULT, ...MODEL],
    rewrite: url(pathOf),
    ...taken,
  },
  {
    name: 'url-protocol-relative',
    what: 'The URL of a result begins with `//` and the host.',
    of: [...RESULT, ...MODEL],
    rewrite: url((address) => address.replace(/^http:/, '')),
    ...taken,
  },
  {
    name: 'url-in-a-list',
    what: 'The URL of a result comes as a list of one.',
    of: [...RESULT, ...MODEL],
    rewrite: url((address) => [address]),
    ...taken,
  },
  {
    name: 'url-with-a-comma-behind',
    what: 'The URL of a result comes as a comma list of one.',
    of: RESULT,
    rewrite: url((address) => `${address},`),
    ...taken,
  },
  {
    name: 'url-twice',
    what: 'The URL of a result comes twice, with a comma between.',
    of: RESULT,
    rewrite: url((address) => `${address},${address}`),
    ...taken,
  },
  {
    name: 'url-of-two-results',
    what: 'One result has the URLs of two different files.',
    of: RESULT,
    rewrite: url((address, origin) => [address, `${origin}/files/other.png`]),
    ...kept,
  },
  {
    name: 'url-with-spaces',
    what: 'There is white space around the URL of a result.',
    of: RESULT,
    rewrite: url((address) => `  ${address}\n`),
    ...taken,
  },
  {
    name: 'url-in-capitals',
    what: 'Scheme and host of the URL of a result come in capital letters.',
    of: MODEL,
    rewrite: url((address) => address.replace(/^http:\/\/[^/:]+/, (start) => start.toUpperCase())),
    ...taken,
  },
  {
    name: 'url-no-address',
    what: 'The URL of a result is the text `pending`.',
    of: RESULT,
    to: 2,
    rewrite: url(() => 'pending'),
    ...taken,
  },
  {
    name: 'url-with-escaped-ampersands',
    what: 'The URL of a result is escaped as in HTML: `&amp;`.',
    of: [...RESULT, ...MODEL],
    rewrite: url((address) => address.replaceAll('&', '&amp;')),
    ...taken,
  },
  {
    name: 'url-as-an-object',
    what: 'The URL of a result comes as an object with `url`.',
    of: RESULT,
    rewrite: url((address) => ({ url: address })),
    ...taken,
  },
  {
    name: 'url-under-another-name',
    what: 'The URL of a result is in `imageUrl`.',
    of: RESULT,
    rewrite: json(({ success, data: { resultUrl, ...data } }) => ({
      success,
      data: { ...data, imageUrl: resultUrl },
    })),
    ...kept,
  },
  {
    name: 'url-as-data',
    what: 'The result itself is in its URL: `data:image/png;base64,…`.',
    of: RESULT,
    rewrite: url(() => 'data:image/png;base64,iVBORw0KGgo='),
    ...kept,
  },
  {
    name: 'url-with-another-port',
    what: 'The URL of a result names a port at which nothing answers.',
    of: RESULT,
    to: 1,
    rewrite: url((address) => address.replace(/:\d+\//, ':9/')),
    ...taken,
  },
  {
    name: 'url-of-another-scheme',
    what: 'The URL of a result is one of a bucket: `s3://…`.',
    of: RESULT,
    rewrite: url((address) => `s3://bucket${pathOf(address)}`),
    ...kept,
  },
];

/** Links that are no longer good. */
const LINKS: readonly Deviation[] = [
  ...[400, 401, 403, 404, 410].map((code): Deviation => ({
    name: `link-expired-${code}`,
    what: `The first link of a result has expired: HTTP ${code}.`,
    of: DOWNLOAD,
    to: 1,
    rewrite: says(code, '<Error><Code>AccessDenied</Code><Message>expired</Message></Error>'),
    ...taken,
  })),
  {
    name: 'link-never-good',
    what: 'Every link of a result is refused: HTTP 403.',
    of: DOWNLOAD,
    rewrite: says(403, '<Error><Code>AccessDenied</Code></Error>'),
    ...kept,
  },
  {
    name: 'link-redirects',
    what: 'The link of a result leads to another path of the service.',
    of: DOWNLOAD,
    to: 1,
    rewrite: (_answer, { url: { pathname, search } }) => ({
      status: 302,
      headers: { location: `${pathname}${search}&again=1` },
      bytes: new Uint8Array(0),
    }),
    ...taken,
  },
  {
    name: 'link-redirects-for-ever',
    what: 'The link of a result leads to itself.',
    of: DOWNLOAD,
    rewrite: (_answer, { url: { href } }) => ({
      status: 302,
      headers: { location: href },
      bytes: new Uint8Array(0),
    }),
    ...kept,
  },
];

const GLB_IN_HEX = 'gltf';

/** How files come. */
const FILES: readonly Deviation[] = [
  ...(['gzip', 'deflate', 'raw deflate', 'br', 'zstd'] as const).map((name): Deviation => ({
    name: `download-in-${name.replace(' ', '-')}`,
    what: `Files come encoded in ${name}, and the header says so.`,
    of: DOWNLOAD,
    rewrite: all(
      header('content-length', null),
      encoded(name, name === 'raw deflate' ? 'deflate' : name),
    ),
    ...taken,
  })),
  {
    name: 'download-type-html',
    what: 'Files come as `text/html`.',
    of: DOWNLOAD,
    rewrite: header('content-type', 'text/html'),
    ...taken,
  },
  {
    name: 'download-without-headers',
    what: 'Files come without content type, length, ETag and ranges.',
    of: DOWNLOAD,
    rewrite: (answer) => ({ ...answer, headers: {} }),
    ...taken,
  },
  {
    name: 'download-length-too-long',
    what: 'The first file has a Content-Length beyond its end.',
    of: DOWNLOAD,
    to: 1,
    rewrite: all(
      (answer) => ({ ...answer, bytes: Buffer.concat([answer.bytes, answer.bytes]) }),
      breaks('truncate'),
    ),
    ...taken,
  },
  {
    name: 'download-weak-etag',
    what: 'Files have a weak ETag.',
    of: DOWNLOAD,
    rewrite: header('etag', 'W/"1"'),
    ...taken,
  },
  {
    name: 'download-cut-once',
    what: 'The first download breaks off in the middle.',
    of: DOWNLOAD,
    to: 1,
    rewrite: breaks('truncate'),
    ...taken,
  },
  {
    name: 'download-short-once',
    what: 'The first download ends in the middle, without a length that would tell.',
    of: DOWNLOAD,
    to: 1,
    rewrite: breaks('short'),
    ...taken,
  },
  {
    name: 'download-short-for-good',
    what: 'Every download ends in the middle, without a length that would tell.',
    of: DOWNLOAD,
    rewrite: breaks('short'),
    ...kept,
  },
  {
    name: 'download-reset-once',
    what: 'The first download ends before it begins.',
    of: DOWNLOAD,
    to: 1,
    rewrite: breaks('reset'),
    ...taken,
  },
  {
    name: 'download-empty-once',
    what: 'The first download is empty.',
    of: DOWNLOAD,
    to: 1,
    rewrite: all(header('content-length', null), (answer) => withText(answer, '')),
    ...taken,
  },
  {
    name: 'download-page-once',
    what: 'The first download is an HTML page under HTTP 200.',
    of: DOWNLOAD,
    to: 1,
    rewrite: says(200, '<!doctype html><title>Please wait</title>'),
    ...taken,
  },
  {
    name: 'download-page-for-good',
    what: 'Every download is an HTML page under HTTP 200.',
    of: DOWNLOAD,
    rewrite: says(200, '<!doctype html><title>Sign in</title>'),
    ...kept,
  },
  {
    name: 'download-503-once',
    what: 'The first download is HTTP 503.',
    of: DOWNLOAD,
    to: 1,
    rewrite: status(503),
    ...taken,
  },
  {
    name: 'download-429-once',
    what: 'The first download is refused by a rate limit.',
    of: DOWNLOAD,
    to: 1,
    rewrite: says(429, 'slow down', { 'retry-after': '5' }),
    ...taken,
  },
  {
    name: 'download-of-another-kind',
    what: 'Every download is a text.',
    of: DOWNLOAD,
    rewrite: says(200, GLB_IN_HEX),
    ...kept,
  },
  {
    name: 'download-with-more-behind',
    what: 'There are bytes behind the end of every file.',
    of: DOWNLOAD,
    rewrite: all(header('content-length', null), (answer) => ({
      ...answer,
      bytes: Buffer.concat([answer.bytes, Buffer.from('trailer')]),
    })),
    ...kept,
  },
];

/** How results are addressed and how they come. */
export const RESULT_DEVIATIONS: readonly Deviation[] = [...ADDRESSES, ...LINKS, ...FILES];
