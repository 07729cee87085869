import { AssetgenError } from '@assetgen/client/errors';
import { diskError } from '../../fs/disk-error.ts';
import { isCode } from '../../fs/is-code.ts';
import type { SourceTask } from '../../process/run-steps.ts';
import { MEMORY_MARK } from './memory-mark.ts';

const MIB = 1024 * 1024;

/** A process needs some open files of its own, which are the user's to allow. */
export function notStarted(error: Error): unknown {
  const what = 'no worker could start';
  return isCode(error, 'EMFILE') || isCode(error, 'ENFILE')
    ? diskError(error, what)
    : new AssetgenError('ASSETGEN_WORKER', `${what}: ${error.message}`);
}

/** How a worker ended. */
export interface Death {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  readonly heapMb: number;
}

export function died(task: SourceTask, { code, signal, stderr, heapMb }: Death): AssetgenError {
  const seen = new RegExp(`${MEMORY_MARK}(\\d+) (\\d+)`).exec(stderr);
  if (seen !== null) return tooLarge(task, Number(seen[2]) / MIB, Number(seen[1]) / MIB);
  if (/heap out of memory/.test(stderr)) return tooLarge(task, heapMb, null);
  const isMemory = /Array buffer allocation failed|bad_alloc/.test(stderr);
  const how = isMemory ? 'out of memory' : signal === null ? `exit code ${code}` : `by ${signal}`;
  const message = `the worker that made ${outputs(task)} ended: ${how}`;
  return new AssetgenError('ASSETGEN_WORKER', message, {
    hint:
      isMemory || signal === 'SIGKILL'
        ? 'The source is too large for the memory of this machine, or other programs use it. Close other programs, or run with `--concurrency 1`.'
        : 'Run again with `--verbose`. If it fails again, the source file breaks a library that assetgen uses: please report it.',
    cause: stderr === '' ? undefined : new Error(stderr),
  });
}

/** What a worker had not done in time. */
export interface Late {
  readonly what: 'opened' | 'made';
  readonly ms: number;
}

export function tooLate(task: SourceTask, { what, ms }: Late): AssetgenError {
  const work = what === 'opened' ? 'reading the source' : `making ${outputs(task)} of the source`;
  const message = `${work} took longer than its limit of ${Math.ceil(ms / 1000)} seconds`;
  return new AssetgenError('ASSETGEN_CONTENT', message, {
    hint: `Run again when this machine is less busy. If it fails again, the file of ${task.bytes} bytes expands to far more work than its size suggests: export it again, or smaller.`,
  });
}

function tooLarge(task: SourceTask, limitMb: number, foundMb: number | null): AssetgenError {
  const found = foundMb === null ? 'more' : `${Math.ceil(foundMb)} MB, more`;
  const message = `making ${outputs(task)} of the source takes ${found} than its limit of ${Math.ceil(limitMb)} MB of memory`;
  return new AssetgenError('ASSETGEN_CONTENT', message, {
    hint: `The file of ${task.bytes} bytes expands to far more than its size suggests. Export it again, or smaller.`,
  });
}

function outputs({ steps }: SourceTask): string {
  return `${steps.length} output${steps.length === 1 ? '' : 's'}`;
}
