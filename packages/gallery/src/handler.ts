import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_REFERENCE_BYTES } from '@assetgen/core';
import type { ProjectTools } from '@assetgen/core';
import { createActions } from './actions/actions.ts';
import { parseAction } from './actions/parse-action.ts';
import { protect, readBody, readJson, sendJson, sendText } from './http/answer.ts';
import { assetMessage } from './view/detail.ts';
import { createListeners } from './http/events.ts';
import { openGitHistory } from './view/git-history.ts';
import type { Purpose } from './http/guard.ts';
import { refusalOf } from './http/guard.ts';
import { createBalance } from './view/balance.ts';
import type { ActionAnswer, ProjectMessage, ReferenceAnswer } from './shared/messages.ts';
import { PATHS } from './shared/messages.ts';
import { sendPage, sendPagePart } from './http/page-files.ts';
import { problemOf } from './view/problem.ts';
import { refused } from './actions/refused.ts';
import { createRunTracker } from './actions/run-tracker.ts';
import { parseQuote, quoteMany } from './actions/quote.ts';
import { namesKtx2 } from './http/names-ktx2.ts';
import { sendFile } from './http/send-file.ts';
import { createState } from './view/state.ts';
import { createThumbnails } from './thumbnails/thumbnails.ts';

/** The gallery of one project, for any server of Node. */
export interface Gallery {
  /**
   * Answers a request for what lies below the mount.
   * @param below what follows the mount in the URL: `api/asset?name=hero`; empty for the page
   */
  answer(request: IncomingMessage, response: ServerResponse, below: string): void;
  /** Looks at the project before somebody asks. Its errors are reported when somebody does. */
  prepare(): void;
  /** Ends streams and the page's own run. The project stays open. */
  close(): void;
}

export interface GalleryOptions {
  readonly project: ProjectTools;
}

/** Makes the gallery of a project. Does no I/O before it is asked. */
export function createGallery({ project }: GalleryOptions): Gallery {
  const token = randomBytes(32).toString('base64url');
  const thumbnails = createThumbnails(project.root);
  const history = openGitHistory(project.root);
  const listeners = createListeners((count) => state.watch(count > 0));
  const state = createState(project, (event) => listeners.send(event));
  const tracker = createRunTracker(() => actions.running);
  const actions = createActions({
    project,
    state,
    history,
    send: (event) => listeners.send(event),
    isBusy: () => tracker.busy,
    charged: () => tracker.charged,
  });
  const balance = createBalance(project);

  const unsubscribe = project.subscribe((event) => {
    if (tracker.hear(event)) listeners.send({ type: 'run', run: tracker.run });
    if (event.type === 'accepted' || event.type === 'run-end') balance.forget();
    if (event.type === 'warning') {
      const { code, message } = event;
      listeners.send({ type: 'warning', problem: { code, message, hint: null } });
    }
    state.hear(event);
  });

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const name = url.pathname.slice(1);
    const refusal = refusalOf(request, purposeOf(name), token);
    if (refusal !== null) return sendText(response, 403, refusal);
    if (name === '') {
      // While the browser reads the page, the project is looked at.
      prepare();
      return sendPage(response, token);
    }
    if (name === PATHS.project) return sendProject(response);
    if (name === PATHS.asset) return sendAsset(response, url.searchParams.get('name') ?? '');
    if (name === PATHS.balance) return sendJson(response, 200, await balance.read());
    if (name === PATHS.events) {
      return listeners.add(request, response, { type: 'run', run: tracker.run });
    }
    if (name === PATHS.action) return sendAction(request, response);
    if (name === PATHS.quote) return sendQuote(request, response);
    if (name === PATHS.reference) {
      return sendReference(request, response, url.searchParams.get('name') ?? '');
    }
    if (name.startsWith(PATHS.content)) return sendContent(name.slice(PATHS.content.length));
    if (name.startsWith(PATHS.model)) return sendModel(name.slice(PATHS.model.length));
    if (name.startsWith(PATHS.thumbnail)) return sendThumbnail(name.slice(PATHS.thumbnail.length));
    return sendPagePart(request, response, name);

    async function sendContent(hex: string): Promise<void> {
      const place = state.places.get(hex);
      if (place === undefined) return sendText(response, 404, 'Not here.');
      await sendFile(request, response, { ...place, type: null });
    }

    /** Three.js reads KTX2 by a script that makes code of text, which the page's policy forbids. */
    async function sendModel(hex: string): Promise<void> {
      const place = state.places.get(hex);
      if (place === undefined || !(await namesKtx2(place.path))) return sendContent(hex);
      const isWanted = (): boolean => !response.destroyed;
      const file = await thumbnails.model(hex, place, isWanted);
      if (file === null) return sendText(response, 404, 'It cannot be shown.');
      const below = thumbnails.folder;
      await sendFile(request, response, { path: file, below, type: 'model/gltf-binary' });
    }

    async function sendThumbnail(hex: string): Promise<void> {
      const place = state.places.get(hex);
      const isWanted = (): boolean => !response.destroyed;
      const file = place === undefined ? null : await thumbnails.file(hex, place, isWanted);
      if (file === null) return sendText(response, 404, 'It has no picture.');
      const below = thumbnails.folder;
      await sendFile(request, response, { path: file, below, type: 'image/webp' });
    }
  }

  async function sendProject(response: ServerResponse): Promise<void> {
    const { message } = await state.fresh();
    sendJson(response, 200, { ...message, run: tracker.run } satisfies ProjectMessage);
  }

  async function sendAsset(response: ServerResponse, name: string): Promise<void> {
    const { inspection } = await state.current();
    const { places, failures } = state;
    const input = { root: project.root, inspection, places, failures, history };
    const message = await assetMessage(input, name);
    if (message === null) return sendText(response, 404, 'There is no such asset.');
    sendJson(response, 200, message);
  }

  async function sendAction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const action = parseAction(await readJson(request));
      if (action === null) return sendText(response, 400, 'Unknown action.');
      const acted = await actions.act(action);
      sendJson(response, 200, { ok: true, ...acted } satisfies ActionAnswer);
    } catch (error) {
      sendJson(response, 409, { ok: false, problem: problemOf(error) } satisfies ActionAnswer);
    }
  }

  /** The bytes say what they are: neither the name nor a header of the request is believed. */
  async function sendReference(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
  ): Promise<void> {
    try {
      const { message } = await state.current();
      if (message.readOnly !== null) throw refused(message.readOnly.why, message.readOnly.hint);
      const bytes = await readBody(request, MOST_REFERENCE_BYTES);
      if (bytes === null) throw refused('expected an image of at most 50 MB', 'Make it smaller.');
      const path = await project.saveReference(name, bytes);
      sendJson(response, 200, { ok: true, path } satisfies ReferenceAnswer);
    } catch (error) {
      sendJson(response, 409, { ok: false, problem: problemOf(error) } satisfies ReferenceAnswer);
    }
  }

  async function sendQuote(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const wanted = parseQuote(await readJson(request));
      if (wanted === null) return sendText(response, 400, 'This is not a request for a price.');
      const { inspection } = await state.current();
      sendJson(response, 200, quoteMany(inspection, wanted.what, wanted.assets));
    } catch (error) {
      sendJson(response, 409, problemOf(error));
    }
  }

  function prepare(): void {
    state.current().catch(() => undefined);
  }

  return {
    prepare,
    answer(request, response, below) {
      protect(response);
      const url = parseUrl(below);
      if (url === null) return sendText(response, 400, 'Invalid address.');
      route(request, response, url).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else sendJson(response, 500, problemOf(error));
      });
    },
    close() {
      unsubscribe();
      listeners.close();
      actions.close();
      state.close();
      thumbnails.close();
    },
  };
}

/** What the page's own token is asked for. */
const CHANGES: ReadonlySet<string> = new Set([PATHS.action, PATHS.quote, PATHS.reference]);

function purposeOf(name: string): Purpose {
  if (name === '') return 'page';
  return CHANGES.has(name) ? 'change' : 'read';
}

function parseUrl(below: string): URL | null {
  try {
    return new URL(`http://gallery/${below}`);
  } catch {
    return null;
  }
}
