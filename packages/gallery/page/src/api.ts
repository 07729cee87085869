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
import { addresses, isCopy } from './addresses.ts';

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

const COPIED: ProblemMessage = {
  code: 'COPY',
  message: 'This is a copy: nothing can be changed here.',
  hint: 'Run `assetgen ui` in the project.',
};

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path).catch(() => {
    throw new ApiError(OFFLINE);
  });
  if (response.ok) return (await response.json()) as T;
  throw new ApiError(await problemOf(response));
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
  return { code: String(response.status), message: text.trim(), hint: null };
}

export function loadProject(): Promise<ProjectMessage> {
  return get(addresses().project);
}

export function loadAsset(name: string): Promise<AssetMessage> {
  return get(addresses().asset(name));
}

export async function loadBalance(): Promise<BalanceMessage | null> {
  return isCopy() ? null : get(PATHS.balance);
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
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': type, [TOKEN_HEADER]: token },
    body: isBytes ? body : JSON.stringify(body),
  }).catch(() => {
    throw new ApiError(OFFLINE);
  });
}

/** Follows the project; the browser connects again by itself. A copy does not change. */
export function follow(
  hear: (event: LiveEvent) => void,
  connected: (isConnected: boolean) => void,
): void {
  if (isCopy()) return;
  const source = new EventSource(PATHS.events);
  source.onopen = () => connected(true);
  source.onerror = () => connected(false);
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
