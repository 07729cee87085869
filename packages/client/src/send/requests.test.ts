import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import type { Client } from '../client.ts';
import { OPERATIONS } from '../operations/operations.ts';
import type { OperationName } from '../operations/operation-types.ts';
import { TAKE_HEADER } from './send-operation.ts';
import type { InputError } from '../service-errors.ts';

const PNG = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'));
const JPEG = new Uint8Array(Buffer.from('\xff\xd8\xff\xe0000', 'latin1'));
const png = new Blob([PNG]);
const SEVEN = Array.from({ length: 7 }, () => png);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A client whose requests come to an end here. */
function recorder(reply: unknown = {}): { client: Client; sent: Sent[] } {
  const sent: Sent[] = [];
  const client = createClient({
    apiKey: 'key',
    baseUrl: 'http://base.example/v/',
    apiUrl: 'http://api.example',
    async fetch(request) {
      const { method, headers } = request;
      const { pathname, host } = new URL(request.url);
      sent.push({
        method,
        path: host + pathname,
        headers,
        text: Buffer.from(await request.arrayBuffer()).toString('latin1'),
      });
      return Response.json(reply);
    },
  });
  return { client, sent };
}

/** What goes out for a call, whatever comes back. */
async function sentBy(call: (client: Client) => Promise<unknown>): Promise<Sent> {
  const { client, sent } = recorder();
  await call(client).catch(() => undefined);
  expect(sent).toHaveLength(1);
  return sent[0] as Sent;
}

async function refused(call: (client: Client) => Promise<unknown>): Promise<InputError> {
  const { client, sent } = recorder();
  const error = await call(client).then(
    () => new Error('expected a refusal'),
    (caught: unknown) => caught,
  );
  expect(sent).toEqual([]);
  expect(error).toMatchObject({ code: 'ASSETGEN_INPUT', outcome: 'not-sent' });
  return error as InputError;
}

describe('every operation', () => {
  const inputs: Record<OperationName, unknown> = {
    listModels: undefined,
    generateImages: { prompt: 'x' },
    generateModelWithText: { prompt: 'x' },
    generateModelWithImage: { image: png },
    retrieveModel: { uuid: 'u' },
    queryGenerationResult: { uuid: 'u' },
    convertToFormat: { uuid: 'u' },
    createNormalPicture: { prompt: 'x' },
    createNormalVideo: { prompt: 'x' },
    createCuteModelsFromImages: { images: [png], styleType: 's' },
    checkHumanImage: { image: png },
    queryPointsInfo: undefined,
    queryJobProgress: { uuid: 'u' },
  };

  it.each(Object.keys(OPERATIONS) as OperationName[])(
    '%s goes to its path with the key, in its encoding',
    async (name) => {
      const { method, path, group, encoding } = OPERATIONS[name];
      const sent = await sentBy((client) =>
        (client[name] as (input?: unknown, options?: object) => Promise<unknown>)(
          inputs[name] ?? { attempts: 1 },
          { attempts: 1 },
        ),
      );
      const base = group === 'v1' ? 'base.example/v' : 'api.example';
      expect(`${sent.method} ${sent.path}`).toBe(`${method} ${base}${path}`);
      expect(sent.headers.get('authorization')).toBe('Bearer key');
      const type = sent.headers.get('content-type');
      const expected = {
        none: /^$/,
        json: /^application\/json$/,
        files: /^application\/json$/,
        multipart: /^multipart\/form-data; boundary=/,
      };
      expect(type ?? '').toMatch(expected[encoding]);
    },
  );

  it('refuses fields that it does not have, and requests that are no object', async () => {
    expect((await refused((c) => c.retrieveModel({ uuid: 'u', size: 2 } as never))).field).toBe(
      'size',
    );
    expect((await refused((c) => c.retrieveModel('u' as never))).field).toBe('request');
  });

  it('without a key nothing goes out', async () => {
    const client = createClient({
      apiUrl: 'http://api.example',
      fetch: () => Promise.reject(new Error('sent')),
    });
    await expect(client.queryPointsInfo()).rejects.toMatchObject({ code: 'ASSETGEN_AUTH' });
  });
});

describe('bodies', () => {
  it('a model from text: the count, the quality and its face count are always told', async () => {
    const bodies = [
      [{ prompt: 'x' }, { modelCount: 1, mesh_quality: 'high', faceNum: 1_000_000 }],
      [
        { prompt: 'x', mesh_quality: 'standard' },
        { mesh_quality: 'standard', faceNum: 500_000 },
      ],
      [
        { prompt: 'x', faceNum: 600_000 },
        { mesh_quality: 'high', faceNum: 600_000 },
      ],
      [
        { prompt: 'x', disablePbr: 1, onlyGenerateMesh: false },
        { disablePbr: 1, onlyGenerateMesh: false },
      ],
    ] as const;
    for (const [input, expected] of bodies) {
      const { text } = await sentBy((client) => client.generateModelWithText(input));
      expect(JSON.parse(text)).toMatchObject(expected);
    }
  });

  it('multipart: decimal text, true as text, false left out, files repeated', async () => {
    const { text, headers } = await sentBy((client) =>
      client.createNormalVideo({ prompt: 'ä "x"', images: [png, png], duration: 6, jobNum: 2 }),
    );
    const boundary = /boundary=(.*)$/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
    const parts = text.split(`--${boundary}`).slice(1, -1);
    expect(parts.map((part) => /name="([^"]*)"/.exec(part)?.[1])).toEqual([
      'prompt',
      'images',
      'images',
      'jobNum',
      'duration',
    ]);
    expect(Buffer.from(parts[0] ?? '', 'latin1').toString('utf8')).toContain('\r\n\r\nä "x"\r\n');
    expect(parts[1]).toContain('filename="file"\r\nContent-Type: image/png\r\n\r\n\x89PNG');
    expect(parts[4]).toContain('\r\n\r\n6\r\n');
    const mesh = await sentBy((client) =>
      client.generateModelWithImage({
        image: png,
        onlyGenerateMesh: true,
        enableImageEnhancement: false,
      }),
    );
    expect(mesh.text).toContain('name="onlyGenerateMesh"\r\n\r\ntrue\r\n');
    expect(mesh.text).not.toContain('enableImageEnhancement');
  });

  it('V1 images: JSON without files; with files extra_body is a JSON part without a file name', async () => {
    const extra_body = { seed: 7 };
    const plain = await sentBy((client) => client.generateImages({ prompt: 'x', extra_body }));
    expect(JSON.parse(plain.text)).toEqual({ prompt: 'x', n: 1, extra_body });
    const { text } = await sentBy((client) =>
      client.generateImages({ prompt: 'x', extra_body, images: [png] }),
    );
    expect(text).toContain(
      'name="extra_body"\r\nContent-Type: application/json\r\n\r\n{"seed":7}\r\n',
    );
    expect(text).toContain('name="n"\r\n\r\n1\r\n');
  });

  it('a file name cannot break out of its header', async () => {
    const image = new File([PNG], 'a"\r\nX-Evil: 1.png');
    const { text } = await sentBy((client) => client.checkHumanImage({ image }, { attempts: 1 }));
    expect(text).toContain('filename="a%22%0D%0AX-Evil: 1.png"');
  });

  it('a raw request: its path, its JSON, no check', async () => {
    const { client, sent } = recorder({ anything: 1 });
    const answer = await client.request({
      method: 'POST',
      path: '/openapi/v1/x?y=1',
      json: { a: 1 },
    });
    expect(answer).toEqual({ anything: 1 });
    expect(sent[0]).toMatchObject({ path: 'base.example/v/openapi/v1/x', text: '{"a":1}' });
    await expect(client.request({ method: 'GET', path: '//other.example/' })).rejects.toMatchObject(
      {
        field: 'path',
      },
    );
  });
});

describe('checks before anything is sent', () => {
  const rows: readonly [string, (client: Client) => Promise<unknown>][] = [
    ['prompt', (c) => c.generateModelWithText({ prompt: '  ' })],
    ['prompt', (c) => c.createNormalPicture({} as never)],
    ['prompt', (c) => c.createNormalVideo({ prompt: 7 } as never)],
    ['mesh_quality', (c) => c.generateModelWithText({ prompt: 'x', mesh_quality: 'low' as never })],
    ['modelCount', (c) => c.generateModelWithText({ prompt: 'x', modelCount: 5 })],
    ['modelCount', (c) => c.generateModelWithImage({ image: png, modelCount: 0 })],
    ['modelCount', (c) => c.generateModelWithText({ prompt: 'x', modelCount: 1.5 })],
    ['disablePbr', (c) => c.generateModelWithText({ prompt: 'x', disablePbr: 2 as never })],
    [
      'onlyGenerateMesh',
      (c) => c.generateModelWithText({ prompt: 'x', onlyGenerateMesh: 1 as never }),
    ],
    ['faceNum', (c) => c.generateModelWithText({ prompt: 'x', faceNum: 499_999 })],
    ['faceNum', (c) => c.generateModelWithText({ prompt: 'x', faceNum: 1_000_001 })],
    [
      'faceNum',
      (c) => c.generateModelWithText({ prompt: 'x', mesh_quality: 'standard', faceNum: 500_001 }),
    ],
    [
      'faceNum',
      (c) => c.generateModelWithText({ prompt: 'x', mesh_quality: 'standard', faceNum: 99_999 }),
    ],
    ['uuid', (c) => c.retrieveModel({ uuid: '' })],
    ['uuid', (c) => c.queryJobProgress({} as never)],
    ['modelType', (c) => c.convertToFormat({ uuid: 'u', modelType: 'ply' as never })],
    ['modelSize', (c) => c.convertToFormat({ uuid: 'u', modelSize: 1 })],
    ['aspectRatio', (c) => c.createNormalPicture({ prompt: 'x', aspectRatio: '2:1' as never })],
    ['jobNum', (c) => c.createNormalPicture({ prompt: 'x', jobNum: 5 })],
    ['images', (c) => c.createNormalPicture({ prompt: 'x', images: SEVEN })],
    ['images', (c) => c.createNormalVideo({ prompt: 'x', images: ['a.png'] as never })],
    ['duration', (c) => c.createNormalVideo({ prompt: 'x', duration: 3 })],
    ['duration', (c) => c.createNormalVideo({ prompt: 'x', duration: 16 })],
    ['resolution', (c) => c.createNormalVideo({ prompt: 'x', resolution: '4k' as never })],
    ['images', (c) => c.createCuteModelsFromImages({ images: [], styleType: 's' })],
    ['styleType', (c) => c.createCuteModelsFromImages({ images: [png] } as never)],
    ['n', (c) => c.generateImages({ prompt: 'x', n: 5 })],
    ['images', (c) => c.generateImages({ prompt: 'x', images: SEVEN })],
    ['extra_body', (c) => c.generateImages({ prompt: 'x', extra_body: [] as never })],
    ['image', (c) => c.generateModelWithImage({} as never)],
    ['image', (c) => c.generateModelWithImage({ image: new Blob(['hello']) })],
    ['image', (c) => c.generateModelWithImage({ image: new Blob([]) })],
    ['image', (c) => c.generateModelWithImage({ image: { path: '/nowhere/at-all.png' } })],
    [
      'image',
      (c) => c.generateModelWithImage({ image: new Blob([PNG, new Uint8Array(52_428_800)]) }),
    ],
    ['image', (c) => c.checkHumanImage({ image: new Blob(['GIF89a'], { type: 'image/png' }) })],
  ];

  it.each(rows)('%s', async (field, call) => {
    const error = await refused(call);
    expect(error.field).toBe(field);
    expect(error.message).toContain(field);
  });

  it('says how to get fewer faces', async () => {
    const error = await refused((c) => c.generateModelWithText({ prompt: 'x', faceNum: 200_000 }));
    expect(error.hint).toContain('"standard"');
  });

  it('a base URL that is none', () => {
    for (const apiUrl of ['example.com', 'ftp://x', 'http://x/?key=1']) {
      expect(() => createClient({ apiUrl })).toThrow(/apiUrl/);
    }
    expect(() => createClient({})).toThrow(/apiUrl, baseUrl or both/);
  });
});

describe('files from disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assetgen-uploads-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are typed by their content, named by their path, and sent whole with progress', async () => {
    const path = join(folder, 'photo.png');
    await writeFile(path, Buffer.concat([JPEG, Buffer.alloc(300_000, 1)]));
    const progress: (readonly [number, number])[] = [];
    const sent = await sentBy((client) =>
      client.checkHumanImage(
        { image: { path } },
        { attempts: 1, onUpload: (done, total) => progress.push([done, total]) },
      ),
    );
    expect(sent.text).toContain('filename="photo.png"\r\nContent-Type: image/jpeg');
    expect(sent.text.length).toBeGreaterThan(300_000);
    const [done, total] = progress.at(-1) ?? [0, -1];
    expect(done).toBe(total);
    expect(total).toBe(sent.text.length);
  });
});

describe('which asking for the same it is', () => {
  const CREATES = [
    ['generateModelWithText', { prompt: 'x' }],
    ['generateModelWithImage', { image: png }],
    ['createNormalPicture', { prompt: 'x' }],
    ['createNormalVideo', { prompt: 'x' }],
    ['createCuteModelsFromImages', { images: [png], styleType: 'chibi' }],
    ['generateImages', { prompt: 'x' }],
  ] as const;
  const send = (client: Client, name: string, input: unknown): Promise<unknown> =>
    (client[name as 'createNormalPicture'] as (...all: unknown[]) => Promise<unknown>)(input, {
      take: 3,
    }).catch(() => undefined);

  it.each(CREATES)('%s: only the embedded service is told', async (name, input) => {
    const told: (string | null)[] = [];
    const embedded = createClient({
      apiKey: 'key',
      fetch: (request) => {
        told.push(request.headers.get(TAKE_HEADER));
        return Promise.resolve(Response.json({}));
      },
    });
    await send(embedded, name, input);
    expect(told).toEqual(['3']);

    const { client, sent } = recorder();
    await send(client, name, input);
    expect(sent.map(({ headers }) => headers.get(TAKE_HEADER))).toEqual([null]);
  });

  it('a service over a socket gets no header of ours', async () => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(...Object.keys(request.headers));
      request.resume().on('end', () => response.end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = createClient({ apiKey: 'key', apiUrl: `http://127.0.0.1:${port}` });
    try {
      for (const [name, input] of CREATES) await send(client, name, input);
    } finally {
      await client.close();
      server.close();
    }
    expect(heard.filter((name) => name === 'authorization')).toHaveLength(CREATES.length);
    expect(heard.filter((name) => name.startsWith('x-'))).toEqual([]);
  });
});
