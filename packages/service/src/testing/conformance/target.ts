import type { InternalOptions } from '../../resolve-options.ts';

/** JSON of an answer, or its text. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A service under test: our handler, our server, or any URL. */
export interface Target {
  /** Sends a request; `key` null sends no Authorization header. */
  send(
    method: string,
    path: string,
    body?: FormData | object | string,
    options?: { readonly key?: string | null; readonly type?: string },
  ): Promise<Answer>;
  /** Follows a signed URL, without a key. */
  download(url: string, headers?: Record<string, string>): Promise<Response>;
  /** Lets work go on between two polls. */
  wait(): Promise<void>;
  /** Moves the clock of a service of ours. Unit: seconds. */
  skip(seconds: number): void;
}

/** One row of the suite: what the specification says, and how to see it. */
export interface Row {
  /** Of the specification. */
  readonly section: string;
  readonly says: string;
  /** Creates or converts, which costs points where they are real. */
  readonly spends?: true;
  /** The account or the service has to be set up so: rows for our own service only. */
  readonly given?: InternalOptions;
  run(target: Target): Promise<void>;
}

const LEGACY = '/api/';

/** A LEGACY call. */
export function call(target: Target, name: string, body: FormData | object): Promise<Answer> {
  return target.send('POST', LEGACY + name, body);
}

export function form(fields: Readonly<Record<string, string | Blob | readonly Blob[]>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const values = typeof value === 'string' || value instanceof Blob ? [value] : value;
    for (const one of values) form.append(name, one);
  }
  return form;
}

/** A PNG of 8 × 8 pixels, made of nothing but what a PNG needs. */
export async function png(): Promise<Blob> {
  const { default: sharp } = await import('sharp');
  const create = { width: 8, height: 8, channels: 3, background: '#c62' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
}

/** Asks until `done` says so. */
export async function until(
  target: Target,
  ask: () => Promise<Answer>,
  done: (body: Body) => boolean,
): Promise<Answer> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await ask();
    if (done(answer.body)) return answer;
    await target.wait();
  }
  throw new Error('The state that the row waits for never came.');
}
