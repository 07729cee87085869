import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveEvent } from '../shared/messages.ts';

/** The open pages, told of everything at once. */
export interface Listeners {
  /** How many pages are open. */
  readonly count: number;
  add(request: IncomingMessage, response: ServerResponse, first: LiveEvent): void;
  send(event: LiveEvent): void;
  close(): void;
}

/** So that proxies and browsers know that we are still there. Unit: milliseconds. */
const HEARTBEAT_MS = 15_000;

/** What a page that does not read may leave with us. Unit: bytes. */
const MAX_WAITING = 4 * 1024 * 1024;

/** @param onChange called with how many pages are open */
export function createListeners(onChange: (count: number) => void): Listeners {
  const open = new Set<ServerResponse>();

  function write(response: ServerResponse, text: string): void {
    if (response.writableLength > MAX_WAITING) response.destroy();
    else response.write(text);
  }

  return {
    get count() {
      return open.size;
    },
    add(request, response, first) {
      response.statusCode = 200;
      response.setHeader('content-type', 'text/event-stream; charset=utf-8');
      response.setHeader('x-accel-buffering', 'no');
      response.write(`retry: 1000\n${line(first)}`);
      const heartbeat = setInterval(() => write(response, ': here\n\n'), HEARTBEAT_MS);
      heartbeat.unref();
      const drop = (): void => {
        clearInterval(heartbeat);
        if (open.delete(response)) onChange(open.size);
      };
      response.on('error', drop);
      response.on('close', drop);
      request.on('close', drop);
      open.add(response);
      onChange(open.size);
    },
    send(event) {
      const text = line(event);
      for (const response of open) write(response, text);
    },
    close() {
      for (const response of open) response.destroy();
    },
  };
}

function line(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
