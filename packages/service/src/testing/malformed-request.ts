import * as fc from 'fast-check';
import { OPERATIONS } from '../operations/operations.ts';

export interface MalformedRequest {
  readonly path: string;
  readonly method: string;
  /** Media type. */
  readonly type: string;
  readonly authorization: string | null;
  readonly contentLength: string | undefined;
  readonly body: string;
}

const words = (text: string): string[] => text.split(' ');

const FIELDS = words(
  'prompt mesh_quality modelCount disablePbr onlyGenerateMesh faceNum uuid modelType modelSize ' +
    'modelKey aspectRatio jobNum duration resolution styleType model mode n aspect_ratio ' +
    'extra_body images image __proto__ constructor toString hasOwnProperty',
);
const NEAR = words(
  'stone high standard extra_high glb obj 1:1 16:9 720p 2K chibi assetgen/image-2 text-to-image ' +
    'image-to-image image-2 4 true -0',
);
const METHODS = words('GET PUT DELETE PATCH OPTIONS HEAD');

const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare });

const value = fc.oneof(
  fc.constantFrom(...NEAR),
  fc.integer({ min: -5, max: 1_000_001 }),
  fc.boolean(),
  fc.constantFrom(null, 1e308, -1, 0.5, Number.MAX_SAFE_INTEGER, '\0', '\uD800', '__proto__'),
  fc.anything({ maxDepth: 3 }),
);
const field = rarely(fc.constantFrom(...FIELDS), fc.string());

const plain = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

const json = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .dictionary(field, value, { maxKeys: 8 })
      .map((body) => JSON.stringify(body, plain)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('['.repeat(50_000), '{"a":'.repeat(20_000), '"\\ud800"'),
  },
);

const part = fc.record({
  name: field,
  file: fc.option(fc.constantFrom('a.png', '../a', '', 'a"b', 'é\r\n')),
  type: fc.constantFrom(
    'image/png',
    'text/plain',
    'application/json',
    '',
    'x;y;z',
    'image/svg+xml',
  ),
  body: fc.oneof(
    fc.string(),
    fc.constantFrom(...NEAR, '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', '<svg/>'),
  ),
});
const multipart = fc
  .record({
    parts: fc.array(part, { maxLength: 9 }),
    cut: fc.double({ min: 0, max: 1.3, noNaN: true }),
  })
  .map(({ parts, cut }) => {
    const lines = parts.map(({ name, file, type, body }) => {
      const fileName = file === null ? '' : `; filename="${file}"`;
      const media = type === '' ? '' : `Content-Type: ${type}\r\n`;
      const disposition = `Content-Disposition: form-data; name="${name}"${fileName}\r\n`;
      return `--b\r\n${disposition}${media}\r\n${body}\r\n`;
    });
    const whole = `${lines.join('')}--b--\r\n`;
    return whole.slice(0, Math.ceil(whole.length * cut));
  });

const PATHS = OPERATIONS.map(({ path }) => path).concat(
  words('/ /api/ /api/..%2f /files/model/x.glb /files/upload/../../secret?expires=1&signature=x'),
);
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'multipart/form-data; boundary=""',
  'text/plain',
  '',
];

/** Requests that are nearly right, and some that are not at all. */
export const malformedRequest: fc.Arbitrary<MalformedRequest> = fc
  .record({
    path: rarely(
      fc.constantFrom(...PATHS),
      fc.webPath().map((path) => `/${path}`),
    ),
    method: rarely(fc.constant('POST'), fc.constantFrom(...METHODS)),
    type: fc.option(fc.constantFrom(...TYPES), { freq: 3 }),
    authorization: rarely(
      fc.constant('Bearer k'),
      fc.constantFrom('bearer  k', 'Basic k', 'Bearer', null),
    ),
    contentLength: rarely(fc.constant(undefined), fc.constantFrom('-1', '99999999999', 'x', '1e9')),
    content: fc.oneof(
      json.map((body) => ({ body, type: 'application/json' })),
      multipart.map((body) => ({ body, type: 'multipart/form-data; boundary=b' })),
    ),
  })
  .map(({ type, content, ...request }) => ({
    ...request,
    body: content.body,
    type: type ?? content.type,
  }));
