import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_REFERENCE_BYTES } from '@assetgen/core';
import type { ProjectTools } from '@assetgen/core';
import type { Actions } from '../actions/actions.ts';
import { parseAction } from '../actions/parse-action.ts';
import { parseQuote, quoteMany } from '../actions/quote.ts';
import { refused } from '../actions/refused.ts';
import type { RunTracker } from '../actions/run-tracker.ts';
import type { ActionAnswer, ProjectMessage, ReferenceAnswer } from '../shared/messages.ts';
import { assetMessage } from '../view/detail.ts';
import type { GitHistory } from '../view/git-history.ts';
import { problemOf } from '../view/problem.ts';
import type { GalleryState } from '../view/state.ts';
import { readBody, readJson, sendJson, sendText } from './answer.ts';

/** Answers with what is known of the project, and does what a page asks for. */
export interface ProjectAnswers {
  project(response: ServerResponse): Promise<void>;
  asset(response: ServerResponse, name: string): Promise<void>;
  action(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The bytes say what they are: neither the name nor a header of the request is believed. */
  reference(request: IncomingMessage, response: ServerResponse, name: string): Promise<void>;
  quote(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export function createProjectAnswers(
  project: ProjectTools,
  state: GalleryState,
  history: GitHistory,
  tracker: RunTracker,
  actions: Actions,
): ProjectAnswers {
  return {
    async project(response) {
      const { message } = await state.fresh();
      sendJson(response, 200, { ...message, run: tracker.run } satisfies ProjectMessage);
    },
    async asset(response, name) {
      const { inspection } = await state.current();
      const { places, failures } = state;
      const input = { root: project.root, inspection, places, failures, history };
      const message = await assetMessage(input, name);
      if (message === null) return sendText(response, 404, 'There is no such asset.');
      sendJson(response, 200, message);
    },
    async action(request, response) {
      try {
        const action = parseAction(await readJson(request));
        if (action === null) return sendText(response, 400, 'Unknown action.');
        const acted = await actions.act(action);
        sendJson(response, 200, { ok: true, ...acted } satisfies ActionAnswer);
      } catch (error) {
        sendJson(response, 409, { ok: false, problem: problemOf(error) } satisfies ActionAnswer);
      }
    },
    async reference(request, response, name) {
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
    },
    async quote(request, response) {
      try {
        const wanted = parseQuote(await readJson(request));
        if (wanted === null) return sendText(response, 400, 'This is not a request for a price.');
        const { inspection } = await state.current();
        sendJson(response, 200, quoteMany(inspection, wanted.what, wanted.assets));
      } catch (error) {
        sendJson(response, 409, problemOf(error));
      }
    },
  };
}
