import type * as UndiciModule from 'undici';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import { connectThrough } from './transport/connect-through.ts';

export type { Agent, Dispatcher } from 'undici';

// As undici's index does, which loads fetch, caches and mocks too: two thirds of its start.
Dispatcher.prototype.request = request;

/** What opens sockets: of undici's classes those that assetgen uses, and the way through a proxy. */
export const sockets: Pick<typeof UndiciModule, 'Agent' | 'Client'> & {
  readonly connectThrough: typeof connectThrough;
} = { Agent, Client, connectThrough };
