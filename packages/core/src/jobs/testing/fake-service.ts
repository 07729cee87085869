/** What a test wants of one request; `undefined` lets the fake answer by itself. */
export type Fault = (
  operation: string,
  count: number,
) => Response | undefined | Promise<Response | undefined>;

export interface FakeServiceOptions {
  /** Unit: milliseconds. */
  readonly now: () => number;
  /** How long the n-th job takes. Unit: milliseconds. @default 0 */
  readonly jobMs?: (job: number) => number;
  readonly fault?: Fault;
  /** 0 to 100 of a job by the part of its time that has passed; null: not told. */
  readonly progress?: (part: number) => string | null;
  readonly bytes?: (uuid: string) => Uint8Array;
  readonly points?: number;
}

export interface FakeService {
  fetch(request: Request): Promise<Response>;
  /** Requests of each operation. */
  readonly counts: Map<string, number>;
  /** Creates that were accepted, by their bodies' prompts. */
  readonly accepted: string[];
  balance: number;
}

/** The least GLB there is: a header that tells its own length, and an empty scene. */
export function tinyGlb(text = ''): Uint8Array {
  const json = Buffer.from(JSON.stringify({ asset: { version: '2.0', generator: text } }));
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, 0x20)]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + padded.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16, 'latin1');
  return Buffer.concat([head, padded]);
}

/** A service small enough to read at a glance: 3D models from text, their state and files. */
export function fakeService(options: FakeServiceOptions): FakeService {
  const counts = new Map<string, number>();
  const jobs = new Map<string, { readonly start: number; readonly ms: number }>();
  const { now, jobMs = () => 0, bytes = (uuid: string) => tinyGlb(uuid) } = options;
  const service: FakeService = { fetch, counts, accepted: [], balance: options.points ?? 1000 };

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const operation = url.pathname.split('/').findLast((part) => part !== '') ?? '';
    const name = url.pathname.startsWith('/files/') ? 'file' : operation;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const body = request.method === 'POST' ? fieldsOf(await request.text()) : {};
    const answer = await options.fault?.(name, count);
    return answer ?? respond(name, operation, body);
  }

  function respond(name: string, operation: string, body: Fields): Response {
    const uuid = String(body['uuid'] ?? '');
    const job = jobs.get(uuid);
    switch (name) {
      case 'generateModelWithText': {
        const made = `00000000-0000-4000-8000-${String(jobs.size + 1).padStart(12, '0')}`;
        jobs.set(made, { start: now(), ms: jobMs(jobs.size) });
        service.accepted.push(String(body['prompt'] ?? ''));
        service.balance -= 20;
        return Response.json({
          type: 'sys',
          message: 'Generating',
          uuids: [made],
          pointsDeducted: 20,
        });
      }
      case 'retrieveModel':
        return job === undefined
          ? Response.json({ codeStatus: -2, message: `no ${uuid}` })
          : now() - job.start < job.ms
            ? Response.json({ codeStatus: 1, message: 'generating', modelUrl: null })
            : Response.json({
                codeStatus: 0,
                message: 'done',
                modelUrl: `http://assetgen.local/files/${uuid}?sig=secret`,
              });
      case 'queryJobProgress':
        return Response.json({
          statusType: job === undefined ? -1 : 0,
          message: '',
          progress:
            job === undefined || options.progress === undefined
              ? null
              : options.progress(Math.min(1, (now() - job.start) / job.ms)),
        });
      case 'queryPointsInfo':
        return Response.json({
          statusType: 0,
          message: '',
          data: { total_points: service.balance },
        });
      case 'file':
        return new Response(new Uint8Array(bytes(operation)));
      default:
        return new Response('not here', { status: 404 });
    }
  }
  return service;
}

type Fields = Readonly<Record<string, unknown>>;

/** @returns none where the body is no JSON */
function fieldsOf(body: string): Fields {
  try {
    return JSON.parse(body) as Fields;
  } catch {
    return {};
  }
}
