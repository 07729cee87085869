import type {
  Action,
  ActionAnswer,
  AssetMessage,
  BalanceMessage,
  LiveEvent,
  ManyAction,
  ProblemMessage,
  ProjectMessage,
  QuoteMessage,
  ReferenceAnswer,
} from '../../src/shared/messages.ts';
import { PATHS, TOKEN_HEADER } from '../../src/shared/messages.ts';
import { addresses, isCopy, ofProject } from './addresses.ts';

/** Something that the handler refused, or that did not reach it. */
export class ApiError extends Error {
  readonly problem: ProblemMessage;

  constructor(problem: ProblemMessage) {
    super(problem.message);
    this.problem = problem;
  }
}

const OFFLINE: ProblemMessage = {
  code: 'OFFLINE',
  message: 'The server does not answer.',
  hint: 'Start `assetgen ui` or your dev server again; this page reconnects by itself.',
};

/** What answers sends no sentence of ours: a page, or nothing. */
const FOREIGN: ProblemMessage = {
  code: 'FOREIGN',
  message: 'No gallery answers at this address any more.',
  hint: 'Another server may use its port now. Start `assetgen ui` or your dev server again, and open the address that it prints.',
};

const COPIED: ProblemMessage = {
  code: 'COPY',
  message: 'This is a copy: nothing can be changed here.',
  hint: 'Run `assetgen ui` in the project.',
};

async function get<T>(path: string, signal: AbortSignal | null = null): Promise<T> {
  const response = await fetch(path, { signal }).catch(() => {
    throw new ApiError(OFFLINE);
  });
  if (!response.ok) throw new ApiError(await problemOf(response));
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(FOREIGN);
  }
}

async function problemOf(response: Response): Promise<ProblemMessage> {
  const text = await response.text();
  try {
    const value = JSON.parse(text) as Partial<ProblemMessage>;
    if (typeof value.message === 'string') {
      const { code = '', message, hint = null } = value;
      return { code, message, hint };
    }
  } catch {
    // A sentence, then.
  }
  const isSentence = response.headers.get('content-type')?.startsWith('text/plain') === true;
  return isSentence ? { code: String(response.status), message: text.trim(), hint: null } : FOREIGN;
}

export function loadProject(): Promise<ProjectMessage> {
  return get(addresses().project());
}

/** @param signal ends a request whose answer nobody wants any more: it rejects then */
export function loadAsset(name: string, signal: AbortSignal): Promise<AssetMessage> {
  return get(addresses().asset(name), signal);
}

export async function loadBalance(): Promise<BalanceMessage | null> {
  return isCopy() ? null : get(ofProject(PATHS.balance));
}

/** What came of it. Throws {@link ApiError}: nothing was changed or bought then. */
export async function act(action: Action): Promise<ActionAnswer & { readonly ok: true }> {
  const response = await send(action);
  if (response.status !== 200 && response.status !== 409) {
    throw new ApiError(await problemOf(response));
  }
  const answer = (await response.json()) as ActionAnswer;
  if (!answer.ok) throw new ApiError(answer.problem);
  return answer;
}

/** What many assets would cost together. */
export async function loadQuote(
  what: ManyAction,
  assets: readonly string[],
): Promise<QuoteMessage> {
  const response = await send({ what, assets }, PATHS.quote);
  if (!response.ok) throw new ApiError(await problemOf(response));
  return (await response.json()) as QuoteMessage;
}

/** Writes an image beside the manifest; gives its path as an entry names it. */
export async function saveReference(image: File): Promise<string> {
  const response = await send(image, `${PATHS.reference}?name=${encodeURIComponent(image.name)}`);
  if (response.status !== 200 && response.status !== 409) {
    throw new ApiError(await problemOf(response));
  }
  const answer = (await response.json()) as ReferenceAnswer;
  if (!answer.ok) throw new ApiError(answer.problem);
  return answer.path;
}

async function send(body: object | Blob, path?: string): Promise<Response> {
  if (isCopy()) throw new ApiError(COPIED);
  const meta = document.querySelector<HTMLMetaElement>('meta[name=assetgen-token]');
  const response = await post(body, meta?.content ?? '', path);
  if (response.status !== 403 || meta === null) return response;
  // The server was started anew since the page was opened: its own page tells the new token.
  const html = await fetch('./').then((page) => page.text());
  meta.content = /name="assetgen-token" content="([\w-]+)"/.exec(html)?.[1] ?? '';
  return post(body, meta.content, path);
}

function post(body: object | Blob, token: string, path: string = PATHS.action): Promise<Response> {
  const isBytes = body instanceof Blob;
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  return fetch(ofProject(path), {
    method: 'POST',
    headers: { 'content-type': type, [TOKEN_HEADER]: token },
    body: isBytes ? body : JSON.stringify(body),
  }).catch(() => {
    throw new ApiError(OFFLINE);
  });
}

/** `lost`: nobody answers. `refused`: something does, and it is not the server of this page's project. */
export type Connection = 'open' | 'lost' | 'refused';

/** Unit: milliseconds. */
const AGAIN_MS = 3000;

/** Follows the project, and connects again for as long as the page is open. A copy does not change. */
export function follow(
  hear: (event: LiveEvent) => void,
  tell: (connection: Connection) => void,
): void {
  if (isCopy()) return;
  const source = new EventSource(ofProject(PATHS.events));
  source.onopen = () => tell('open');
  source.onerror = () => {
    // A browser connects again by itself after a loss, and never after another answer: a proxy whose server
    // starts gives one.
    const isOver = source.readyState === EventSource.CLOSED;
    tell(isOver ? 'refused' : 'lost');
    if (isOver) setTimeout(() => follow(hear, tell), AGAIN_MS);
  };
  source.onmessage = ({ data }: MessageEvent<string>) => hear(JSON.parse(data) as LiveEvent);
}

export function contentUrl(digest: string): string {
  return addresses().content(digest);
}

/** Of a GLB as the viewer reads it. */
export function modelUrl(digest: string): string {
  return addresses().model(digest);
}

export function thumbnailUrl(digest: string): string {
  return addresses().thumbnail(digest);
}
