import { isAssetgenError } from '@assetgen/client';
import { parentPort } from 'node:worker_threads';
import type { Makers } from './makers.ts';
import { localMakers } from './local-makers.ts';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

/** The entry of a worker thread: one task at a time. */
if (parentPort !== null) {
  const port = parentPort;
  const makers = localMakers();
  const answer = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void => {
    try {
      port.postMessage(message, transfer);
    } catch (error) {
      // From Node 22 on, memory that a native library owns cannot change hands: it is copied.
      if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
      port.postMessage(message);
    }
  };
  port.on('message', (task: WorkerTask) => {
    run(makers, task, answer).then(
      (value) => answer({ type: 'done', id: task.id, value }, buffersOf(value)),
      (error: unknown) => answer(failure(task.id, error)),
    );
  });
}

function run(
  makers: Makers,
  task: WorkerTask,
  answer: (message: WorkerMessage) => void,
): Promise<unknown> {
  const args: unknown[] = [...task.args];
  if (task.name === 'makeVideo') {
    args.push((fraction: number) => answer({ type: 'progress', id: task.id, fraction }));
  }
  // The names and arguments come from worker-makers.ts, typed there.
  const make = makers[task.name] as (...args: readonly unknown[]) => Promise<unknown>;
  return make(...args);
}

/** Bytes that own their buffer go over without a copy. */
function buffersOf(value: unknown): ArrayBuffer[] {
  const bytes =
    typeof value === 'object' && value !== null && 'bytes' in value ? value.bytes : value;
  const whole =
    bytes instanceof Uint8Array &&
    bytes.buffer instanceof ArrayBuffer &&
    bytes.byteLength === bytes.buffer.byteLength;
  return whole ? [bytes.buffer as ArrayBuffer] : [];
}

function failure(id: number, error: unknown): WorkerMessage {
  return {
    type: 'failed',
    id,
    message: error instanceof Error ? error.message : String(error),
    code: isAssetgenError(error) ? error.code : null,
    hint: isAssetgenError(error) ? (error.hint ?? null) : null,
  };
}
