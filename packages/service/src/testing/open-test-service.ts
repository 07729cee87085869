import { createService } from '../create-service.ts';
import type { InternalOptions } from '../resolve-options.ts';
import type { LocalService } from '../local-service.ts';
import { fakeMakers } from './fake-makers.ts';

/** JSON of an answer: tests assert what they find in it. */
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = Record<string, any>;

export interface TestService extends LocalService {
  /** A LEGACY call; a plain object is sent as JSON, a FormData as multipart. */
  post(path: string, body: object, key?: string | null): Promise<Response>;
  postJson(path: string, body: object): Promise<Answer>;
  /** Follows a signed URL. */
  get(url: string, headers?: Record<string, string>): Promise<Response>;
  /** Moves the clock. Unit: seconds. */
  wait(seconds: number): void;
}

export const ORIGIN = 'http://service.test';

/** A service in process with fake makers and a clock that tests move. */
export function openTestService(options: InternalOptions = {}): TestService {
  let at = Date.UTC(2026, 10, 20, 12);
  const service = createService({
    makers: fakeMakers(),
    now: () => at,
    ...options,
  } as InternalOptions);
  const post = (path: string, body: object, key: string | null = 'key'): Promise<Response> => {
    const form = body instanceof FormData;
    return service.fetch(
      new Request(ORIGIN + path, {
        method: 'POST',
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(!form && { 'content-type': 'application/json' }),
        },
        body: form ? body : JSON.stringify(body),
      }),
    );
  };
  return {
    ...service,
    post,
    postJson: async (path, body) => (await (await post(path, body)).json()) as Answer,
    get: (url, headers = {}) => service.fetch(new Request(url, { headers })),
    wait: (seconds) => void (at += seconds * 1000),
  };
}

export function formOf(fields: Record<string, string | Blob | Blob[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one);
  }
  return form;
}

/** Lets work that was begun come to its end: fakes take a few turns of the loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
