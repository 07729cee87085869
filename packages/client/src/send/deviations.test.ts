import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import type { Client } from '../client.ts';
import type { Download } from '../transport/download.ts';

const A = '0b3f9a52-6f0d-4c55-9f0e-1d2c3b4a5f60';
const B = '1c4fab63-7a1e-4d66-8a1f-2e3d4c5b6a71';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A client of a server that gives one answer to everything, over a real socket. */
async function answering({ status = 200, headers = {}, body }: Answer): Promise<Client> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const bytes = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    apiKey: 'secret-key',
    apiUrl: `http://127.0.0.1:${port}`,
    clock: { now: () => 0, sleep: () => Promise.resolve() },
  });
  open.push(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return client;
}

async function whole({ body }: Download): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const image = new Blob([Buffer.from('\xff\xd8\xff', 'latin1')]);
const CREATES = {
  model: (client: Client) => client.generateModelWithText({ prompt: 'x' }),
  picture: (client: Client) => client.createNormalPicture({ prompt: 'x' }),
  v1: (client: Client) => client.generateImages({ prompt: 'x' }),
  batch: (client: Client) =>
    client.createCuteModelsFromImages({ images: [image, image], styleType: 's' }),
} as const;

describe('a create that names its jobs is accepted, in whatever envelope', () => {
  it.each<[name: string, keyof typeof CREATES, body: unknown]>([
    ...[0, '0', 1, 3, '4'].map((limitType): [string, 'model', unknown] => [
      `limitType ${JSON.stringify(limitType)} beside uuids`,
      'model',
      { limitType, uuids: [A, B] },
    ]),
    ['data.uuids', 'model', { success: true, data: { uuids: [A, B] } }],
    ['comma text', 'model', { uuids: `${A}, ${B}` }],
    ['JSON text', 'model', { uuids: JSON.stringify([A, B]) }],
    ['white space around', 'model', { uuids: [` ${A}`, `${B}\n`] }],
    ['objects with uuid', 'model', { uuids: [{ uuid: A }, { uuid: B }] }],
    ['objects with id', 'model', { data: [{ id: A }, { id: B }] }],
    ['the same ids in two places', 'model', { uuids: [A, B], data: { uuids: [B, A] } }],
    ['top-level uuids', 'picture', { success: true, uuids: [A, B] }],
    ['uuids in a list of data', 'picture', { success: true, data: [A, B] }],
    ['V1 in the envelope of a picture', 'v1', { data: { uuids: [A, B] }, usage: { credits: 2 } }],
    ['V1 with top-level uuids', 'v1', { uuids: [A, B] }],
  ])('%s (%s)', async (_name, create, body) => {
    const created = await CREATES[create](await answering({ body }));
    const ids = 'tasks' in created ? created.tasks.map((task) => task.id) : created;
    expect(Array.isArray(ids) ? ids : 'uuids' in created ? created.uuids : null).toEqual([A, B]);
  });

  it.each<[name: string, keyof typeof CREATES, body: unknown, id: string]>([
    ['uuid', 'model', { uuid: A }, A],
    ['a numeric id', 'model', { uuids: [4711] }, '4711'],
    ['V1 data as an object', 'v1', { data: { id: A, status: 'queued' } }, A],
    ['a V1 task by itself', 'v1', { object: 'task', id: A, status: 'queued' }, A],
  ])('one job: %s', async (_name, create, body, id) => {
    const created = await CREATES[create](await answering({ body }));
    const ids = 'tasks' in created ? created.tasks.map((task) => task.id) : created;
    expect(Array.isArray(ids) ? ids : 'uuids' in created ? created.uuids : null).toEqual([id]);
  });

  it('keeps what V1 says of a task', async () => {
    const data = [{ id: A, status: 'queued', model: 'a/b', created_at: 7 }];
    const client = await answering({ status: 202, body: { data, usage: { credits: 4 } } });
    expect(await client.generateImages({ prompt: 'x' })).toEqual({
      tasks: [expect.objectContaining({ id: A, status: 'queued', model: 'a/b', created_at: 7 })],
      points: 4,
    });
  });

  it.each([-1, -20, 1.5, 'many', 1e9, null, { points: 3 }, Number.MAX_VALUE])(
    'pointsDeducted %j is unknown, and never subtracted',
    async (pointsDeducted) => {
      const client = await answering({ body: { uuids: [A], pointsDeducted } });
      expect(await CREATES.model(client)).toMatchObject({ uuids: [A], pointsDeducted: null });
    },
  );

  it.each([
    [20, 20],
    ['20', 20],
    [0, 0],
  ])('pointsDeducted %j is %i', async (pointsDeducted, points) => {
    const client = await answering({ body: { uuids: [A], pointsDeducted } });
    expect(await CREATES.model(client)).toMatchObject({ pointsDeducted: points });
  });
});

describe('a batch', () => {
  it('an element is failed only where the service says so', async () => {
    const results = [
      { uuids: [A] },
      { uuids: [B], success: 'true' },
      { uuids: [], success: false, message: 'no face' },
    ];
    const client = await answering({ body: { success: true, results } });
    const { results: read } = await client.createCuteModelsFromImages({
      images: [image],
      styleType: 's',
    });
    expect(read).toEqual([
      { uuids: [A], success: true, message: '' },
      { uuids: [B], success: true, message: '' },
      { uuids: [], success: false, message: 'no face' },
    ]);
  });

  it('UUIDs beside the results belong to no image in particular', async () => {
    const client = await answering({ body: { success: true, uuids: [A, B] } });
    const { results } = await client.createCuteModelsFromImages({
      images: [image, image],
      styleType: 's',
    });
    expect(results).toEqual([{ uuids: [A, B], success: true, message: '' }]);
  });

  it('of which all failed is a refusal with its messages', async () => {
    const results = [{ uuids: [], success: false, message: 'no face' }];
    const body = {
      success: false,
      totalFiles: 2,
      successCount: 0,
      failureCount: 2,
      results,
      failures: [{ file: 'b.png', message: 'too small' }],
    };
    await expect(CREATES.batch(await answering({ body }))).rejects.toMatchObject({
      code: 'ASSETGEN_REJECTED',
      outcome: 'rejected',
      message: expect.stringContaining('no face; too small'),
    });
  });
});

describe('a refusal and a doubt', () => {
  it.each([3, 4, '3'])('limitType %j without UUIDs is a refusal', async (limitType) => {
    const client = await answering({ body: { limitType, message: 'no weapons' } });
    await expect(CREATES.model(client)).rejects.toMatchObject({
      code: 'ASSETGEN_MODERATED',
      outcome: 'rejected',
      serverMessage: 'no weapons',
    });
  });

  it.each([0, 1, 7, '9'])('limitType %j without UUIDs is doubt', async (limitType) => {
    const client = await answering({ body: { limitType, message: 'hm' } });
    await expect(CREATES.model(client)).rejects.toMatchObject({
      code: 'ASSETGEN_RESPONSE',
      outcome: 'accepted-unreadable',
      message: expect.stringContaining('the service says: hm'),
    });
  });

  it.each<[name: string, body: unknown, ids: readonly string[]]>([
    ['two places that differ', { uuids: [A], data: { uuids: [B] } }, [A, B]],
    ['deep down', { result: { job: { uuid: A, note: 'x' } } }, [A]],
    ['in a sentence', { message: `job ${A} was queued` }, [A]],
    ['a key of its own', { taskId: 'job-17' }, ['job-17']],
    ['beside success false', { success: false, uuids: [A] }, [A]],
  ])('an id that cannot be read is shown: %s', async (_name, body, ids) => {
    await expect(CREATES.model(await answering({ body }))).rejects.toMatchObject({
      code: 'ASSETGEN_RESPONSE',
      outcome: 'accepted-unreadable',
      ids: expect.arrayContaining([...ids]),
      message: expect.stringContaining(`IDs in it: ${ids[0] ?? ''}`),
    });
  });

  it.each<[name: string, body: unknown, code: string]>([
    ['401 in code', { code: 401, msg: 'key expired' }, 'ASSETGEN_AUTH'],
    ['401 as plain text', 'Unauthorized', 'ASSETGEN_AUTH'],
    ['an invalid key as plain text', 'Invalid API key.', 'ASSETGEN_AUTH'],
    ['402 within error', { error: { code: 402, message: 'top up' } }, 'ASSETGEN_POINTS'],
    ['403 in status', { status: 403, detail: 'not for you' }, 'ASSETGEN_FORBIDDEN'],
    ['a list of a 400', { errors: [{ msg: 'too long', path: 'prompt' }] }, 'ASSETGEN_REJECTED'],
  ])('under HTTP 200: %s', async (_name, body, code) => {
    const client = await answering({ body });
    await expect(CREATES.model(client)).rejects.toMatchObject({ code, outcome: 'rejected' });
    await expect(client.listModels({ attempts: 1 })).rejects.toMatchObject({ code });
  });

  it('a status in a body that names a job proves no refusal', async () => {
    const client = await answering({ body: { code: 402, taskId: A, uuids: 'see mail' } });
    await expect(CREATES.model(client)).rejects.toMatchObject({ outcome: 'accepted-unreadable' });
  });

  it.each([400, 402, 403, 409, 422, 429, 500])(
    'HTTP %i together with job IDs is doubt, and nothing is sent again',
    async (status) => {
      const client = await answering({ status, body: { message: 'hm', uuids: [A, B] } });
      await expect(CREATES.model(client)).rejects.toMatchObject({
        code: 'ASSETGEN_RESPONSE',
        outcome: 'accepted-unreadable',
        ids: [A, B],
        message: expect.stringContaining(`HTTP ${status} together with job IDs`),
      });
    },
  );

  it('the id of a request proves no job', async () => {
    const body = { message: 'no', requestId: A, error: { traceId: B } };
    await expect(CREATES.model(await answering({ status: 400, body }))).rejects.toMatchObject({
      outcome: 'rejected',
    });
  });

  it('a batch of failures that names what may be a job is doubt', async () => {
    const failures = [{ file: 'a.png', taskId: A, message: 'too small' }];
    const body = { success: false, successCount: 0, failureCount: 1, results: [], failures };
    await expect(CREATES.batch(await answering({ body }))).rejects.toMatchObject({
      outcome: 'accepted-unreadable',
      ids: [A],
    });
  });

  it.each([400, 429])('a bare %i in a body proves too little', async (code) => {
    const client = await answering({ body: { code, message: 'not allowed', result: null } });
    await expect(CREATES.model(client)).rejects.toMatchObject({
      code: 'ASSETGEN_RESPONSE',
      outcome: 'accepted-unreadable',
      serverMessage: 'not allowed',
    });
  });

  it('403 with insufficient_credits is about points', async () => {
    const body = { error: { code: 'insufficient_credits', message: 'You have 2 credits' } };
    await expect(CREATES.v1(await answering({ status: 403, body }))).rejects.toMatchObject({
      code: 'ASSETGEN_POINTS',
    });
  });

  it('a 400 keeps category and value of each problem', async () => {
    const problem = {
      msg: 'too many',
      path: 'modelCount',
      location: 'body',
      type: 'range',
      value: 9,
    };
    const client = await answering({ status: 400, body: { errors: [problem] } });
    await expect(CREATES.model(client)).rejects.toMatchObject({
      problems: [{ ...problem, value: '9' }],
    });
  });
});

describe('the words of the service are shown', () => {
  it.each<[name: string, body: unknown, words: string]>([
    ['detail', { detail: 'Down until 10:00' }, 'Down until 10:00'],
    ['a list of details', { detail: [{ msg: 'field required' }] }, 'field required'],
    ['msg', { msg: 'busy' }, 'busy'],
    ['error with msg', { error: { msg: 'queue is full' } }, 'queue is full'],
    ['message and error', { message: 'No', error: 'db' }, 'No: db'],
    ['data.message', { data: { message: 'later' } }, 'later'],
    ['plain text', 'Scheduled maintenance', 'Scheduled maintenance'],
    ['a page', '<html><title>We are down</title>', 'an HTML page, "We are down"'],
    ['control characters', { message: 'a\u001b[31mb\u202ec\r\nd' }, 'a [31mb c d'],
  ])('%s', async (_name, body, words) => {
    for (const status of [200, 500]) {
      const client = await answering({ status, body });
      const error = await CREATES.model(client).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ serverMessage: words });
      expect((error as Error).message).toContain(words);
    }
  });

  it.each([
    [301, 'rejected'],
    [302, 'ambiguous'],
    [308, 'rejected'],
  ])('HTTP %i tells where to, and what to set', async (status, outcome) => {
    const headers = { location: 'https://api.example/v2/api/generateModelWithText?token=x' };
    const client = await answering({ status, headers, body: '' });
    await expect(CREATES.model(client)).rejects.toMatchObject({
      code: 'ASSETGEN_RESPONSE',
      outcome,
      message: expect.stringContaining('https://api.example/v2/api/generateModelWithText?[signed]'),
      hint: 'Set ASSETGEN_API_URL to https://api.example/v2 if that is your service.',
    });
  });

  it('a path that is not there names the setting', async () => {
    const client = await answering({ status: 404, body: '<html><title>Not found</title>' });
    await expect(CREATES.v1(client)).rejects.toMatchObject({
      code: 'ASSETGEN_REJECTED',
      hint: expect.stringMatching(/\/openapi\/v1\/images\/generations.*ASSETGEN_BASE_URL/),
    });
  });

  it('a path that is there twice is shown as it was asked for', async () => {
    const client = createClient({
      apiKey: 'key',
      apiUrl: 'https://api.example/api/',
      fetch: () => Promise.resolve(new Response('no', { status: 404 })),
    });
    await expect(client.queryPointsInfo()).rejects.toMatchObject({
      hint: 'The server has no operation at https://api.example/api/api/queryPointsInfo. Check ASSETGEN_API_URL: it is the part of this address before /api/queryPointsInfo.',
    });
  });

  it('a firewall is told from the service', async () => {
    const body = '<!doctype html><title>Access denied</title>';
    await expect(CREATES.model(await answering({ status: 403, body }))).rejects.toMatchObject({
      code: 'ASSETGEN_FORBIDDEN',
      message: expect.stringContaining('received a web page instead'),
      hint: expect.stringContaining('firewall or proxy'),
    });
  });

  it.each(['kéy', 'key–with-dash', 'key“'])(
    'the key %s is refused before anything is sent',
    async (apiKey) => {
      let sent = 0;
      const fetch = (): Promise<Response> => {
        sent += 1;
        return Promise.resolve(Response.json({}));
      };
      const error = await createClient({ apiKey, apiUrl: 'http://127.0.0.1', fetch })
        .queryPointsInfo()
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'ASSETGEN_AUTH', outcome: 'not-sent' });
      expect((error as Error).message).not.toContain(apiKey);
      expect(sent).toBe(0);
    },
  );
});

// `printf '…' | zstd`: Node 20 has no encoder of it.
const ZSTD = Buffer.from(
  'KLUv/QRYkQEAeyJ1dWlkcyI6WyIwYjNmOWE1Mi02ZjBkLTRjNTUtOWYwZS0xZDJjM2I0YTVmNjAiXX1EVgqD',
  'base64',
);
const JSON_TEXT = JSON.stringify({ uuids: [A] });

describe('what a proxy encodes', () => {
  it.each<[string, string | null, Buffer]>([
    ['gzip', 'gzip', zlib.gzipSync(JSON_TEXT)],
    ['x-gzip', 'x-gzip', zlib.gzipSync(JSON_TEXT)],
    ['gzip that no header tells', null, zlib.gzipSync(JSON_TEXT)],
    ['gzip in the header alone', 'gzip', Buffer.from(JSON_TEXT)],
    ['deflate', 'deflate', zlib.deflateSync(JSON_TEXT)],
    ['deflate without a header of its own', 'deflate', zlib.deflateRawSync(JSON_TEXT)],
    ['br', 'br', zlib.brotliCompressSync(JSON_TEXT)],
    ['two after another', 'gzip, br', zlib.brotliCompressSync(zlib.gzipSync(JSON_TEXT))],
    ['a byte order mark', null, Buffer.from(`\uFEFF${JSON_TEXT}`)],
    ['zstd', 'zstd', ZSTD],
  ])('%s is read', async (_name, encoding, body) => {
    const headers: Record<string, string> =
      encoding === null ? {} : { 'content-encoding': encoding };
    const client = await answering({ headers, body });
    expect(await CREATES.model(client)).toMatchObject({ uuids: [A] });
  });

  it('an encoding that cannot be read is a doubt, and says so', async () => {
    const client = await answering({ headers: { 'content-encoding': 'compress' }, body: 'x' });
    await expect(CREATES.model(client)).rejects.toMatchObject({
      outcome: 'accepted-unreadable',
      message: expect.stringContaining('encoded as "compress"'),
    });
  });

  it('an answer that swells is not', async () => {
    const body = zlib.gzipSync(Buffer.alloc(20_000_000));
    const client = await answering({ headers: { 'content-encoding': 'gzip' }, body });
    await expect(CREATES.model(client)).rejects.toMatchObject({ outcome: 'accepted-unreadable' });
  });

  it.each<[string, Buffer]>([
    ['gzip', zlib.gzipSync('glTF and more')],
    ['br', zlib.brotliCompressSync('glTF and more')],
    ['deflate', zlib.deflateSync('glTF and more')],
    ['gzip', Buffer.from('glTF and more')],
  ])('a download in %s comes decoded', async (encoding, body) => {
    const client = await answering({ headers: { 'content-encoding': encoding }, body });
    const download = await client.download('/results/a.glb?token=x');
    expect(await whole(download)).toBe('glTF and more');
    expect(download).toMatchObject({ total: null, etag: null });
  });

  it('a download that swells ends at its limit', async () => {
    const body = zlib.gzipSync(Buffer.alloc(5_000_000));
    const client = await answering({ headers: { 'content-encoding': 'gzip' }, body });
    const download = await client.download('/a.glb', { maxBytes: 1_000_000 });
    await expect(whole(download)).rejects.toMatchObject({
      code: 'ASSETGEN_DOWNLOAD',
      retryable: false,
    });
  });

  it('a download that is cut within its encoding is an error', async () => {
    const bytes = zlib.gzipSync(Buffer.from('x'.repeat(1000) + Math.PI));
    const client = await answering({
      headers: { 'content-encoding': 'gzip' },
      body: bytes.subarray(0, bytes.length - 9),
    });
    const download = await client.download('/a.glb');
    await expect(whole(download)).rejects.toMatchObject({ code: 'ASSETGEN_DOWNLOAD' });
  });
});

describe('addresses of results', () => {
  it.each<[unknown, string | null]>([
    ['/files/a.glb?sig=1', '/files/a.glb?sig=1'],
    [['https://cdn.example/a.glb'], 'https://cdn.example/a.glb'],
    ['https://cdn.example/a.glb,https://cdn.example/a.glb', 'https://cdn.example/a.glb'],
    ['https://cdn.example/a.glb?sig=1,', 'https://cdn.example/a.glb?sig=1'],
    [['https://cdn.example/a.glb', 'https://cdn.example/b.glb'], null],
    ['https://cdn.example/a,b.glb?x=1,2', 'https://cdn.example/a,b.glb?x=1,2'],
    [{ url: '/files/a.glb' }, '/files/a.glb'],
    [{ href: '/files/a.glb' }, null],
    ['/files/a.glb?a=1&amp;b=2', '/files/a.glb?a=1&b=2'],
  ])('%j is read as %j', async (modelUrl, read) => {
    const client = await answering({ body: { codeStatus: 0, message: '', modelUrl } });
    expect((await client.retrieveModel({ uuid: A })).modelUrl).toBe(read);
  });

  it.each<[name: string, body: unknown, status: string]>([
    ['in a list', { success: true, data: [{ status: 'completed', resultUrl: '/a' }] }, 'completed'],
    ['at the top', { success: true, status: 'completed', resultUrl: '/a' }, 'completed'],
    ['with a number as state', { data: { status: 2, resultUrl: '/a' } }, '2'],
    ['without a state', { success: true, data: { resultUrl: '/a' } }, 'unknown'],
  ])('a result %s is read', async (_name, body, status) => {
    const client = await answering({ body });
    expect(await client.queryGenerationResult({ uuid: A })).toMatchObject({
      status,
      resultUrl: '/a',
    });
  });

  it('a model within data is read', async () => {
    const data = { codeStatus: 0, message: '', modelUrl: '/a.glb' };
    const client = await answering({ body: { success: true, data } });
    expect(await client.retrieveModel({ uuid: A })).toMatchObject({ modelUrl: '/a.glb' });
  });

  it('a path is one of the service', async () => {
    const client = await answering({ body: 'glTF' });
    const download = await client.download('/files/a.glb?sig=1');
    expect(await whole(download)).toBe('glTF');
  });

  it('a portrait check without a boolean is unknown', async () => {
    const client = await answering({ body: { statusCode: 0, result: 'maybe', message: '' } });
    expect((await client.checkHumanImage({ image })).result).toBeNull();
  });
});
