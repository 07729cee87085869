import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import type { ProjectTools } from '@assetgen/core';
import { createActions } from './actions/actions.ts';
import { createRunTracker } from './actions/run-tracker.ts';
import { protect, sendJson, sendText } from './http/answer.ts';
import { createListeners } from './http/events.ts';
import { createFileAnswers } from './http/file-answers.ts';
import { refusalOf } from './http/guard.ts';
import type { Purpose } from './http/guard.ts';
import { sendPage, sendPagePart } from './http/page-files.ts';
import { createProjectAnswers } from './http/project-answers.ts';
import { PATHS, PROJECT_PARAM } from './shared/messages.ts';
import type { ProblemMessage } from './shared/messages.ts';
import { createThumbnails } from './thumbnails/thumbnails.ts';
import { createBalance } from './view/balance.ts';
import { openGitHistory } from './view/git-history.ts';
import { problemOf } from './view/problem.ts';
import { createState } from './view/state.ts';

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
  const mark = projectMark(project.root);
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

  const answers = createProjectAnswers(project, state, history, tracker, actions);
  const files = createFileAnswers(state.places, thumbnails);

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const path = url.pathname.slice(1);
    const refusal = refusalOf(request, purposeOf(path), token);
    if (refusal !== null) return sendText(response, 403, refusal);
    const name = url.searchParams.get('name') ?? '';
    if (path === '') {
      // While the browser reads the page, the project is looked at.
      prepare();
      return sendPage(response, token, mark);
    }
    const meant = url.searchParams.get(PROJECT_PARAM);
    if (meant !== null && meant !== mark) {
      return sendJson(response, 410, otherProject(project.root));
    }
    if (path === PATHS.project) return answers.project(response);
    if (path === PATHS.asset) return answers.asset(response, name);
    if (path === PATHS.balance) return sendJson(response, 200, await balance.read());
    if (path === PATHS.events) {
      return listeners.add(request, response, { type: 'run', run: tracker.run });
    }
    if (path === PATHS.action) return answers.action(request, response);
    if (path === PATHS.quote) return answers.quote(request, response);
    if (path === PATHS.reference) return answers.reference(request, response, name);
    for (const kind of ['content', 'model', 'thumbnail'] as const) {
      const below = PATHS[kind];
      if (path.startsWith(below)) return files[kind](request, response, path.slice(below.length));
    }
    return sendPagePart(request, response, path);
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

/** Tells projects apart; the page learns no path of the disk by it. */
function projectMark(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, 16);
}

function otherProject(root: string): ProblemMessage {
  return {
    code: 'OTHER_PROJECT',
    message: `Another project is served at this address now: ${basename(root)}.`,
    hint: 'Nothing is shown or changed there from this page. Reload it to see that project, or start the gallery of this project again.',
  };
}

function parseUrl(below: string): URL | null {
  try {
    return new URL(`http://gallery/${below}`);
  } catch {
    return null;
  }
}
