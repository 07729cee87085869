import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import { streamable } from './faststart.ts';

export interface FfmpegTask {
  /** What cannot be had without it, for the error: "a poster of hevc video". */
  readonly what: string;
  readonly hint: string;
  /** Between its input and its output file. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether it goes to a place in the source: in a stream it finds none whose index is at the end, as most WebMs have it. @default false */
  readonly seeks?: boolean;
  /** Extension of the output, which says its format. */
  readonly extension: string;
  /** Unit: milliseconds. */
  readonly timeout: number;
}

/** What a task with an encoder finds out. */
type Lacking = 'no encoder';

/**
 * Runs the ffmpeg of the machine on bytes.
 * @returns what it wrote; null where it wrote nothing, and called that a success; `no encoder`
 * where a task says which encoder it takes, and this ffmpeg has been built without
 * @throws AssetgenError `ASSETGEN_FFMPEG_MISSING`, `ASSETGEN_CONTENT`
 */
export async function runFfmpeg(
  source: Uint8Array,
  task: FfmpegTask & { readonly encoder: string },
): Promise<Uint8Array | null | Lacking>;
export async function runFfmpeg(source: Uint8Array, task: FfmpegTask): Promise<Uint8Array | null>;
export async function runFfmpeg(
  source: Uint8Array,
  task: FfmpegTask & { readonly encoder?: string },
): Promise<Uint8Array | null | Lacking> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assetgen-ffmpeg-'));
  try {
    const output = path.join(folder, `out.${task.extension}`);
    // Through a pipe where the format allows: it ends with this process, and ffmpeg after it. One
    // that reads a file would go on to encode for nobody.
    const stream = task.seeks === true ? null : streamable(source);
    const input = stream === null ? path.join(folder, 'in') : 'pipe:0';
    if (stream === null) await writeFile(input, source);
    const { before, after, timeout } = task;
    const args = ['-v', 'error', '-nostdin', ...before, '-i', input, ...after, output];
    const running = promisify(execFile)('ffmpeg', args, { timeout });
    // One that fails reads no further: its end tells why.
    running.child.stdin?.on('error', () => undefined).end(stream ?? undefined);
    await running;
    return await readFile(output).catch(() => null);
  } catch (error) {
    if (task.encoder !== undefined && lacks(error, task.encoder)) return 'no encoder';
    throw error instanceof AssetgenError ? error : ffmpegError(task, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function lacks(error: unknown, encoder: string): boolean {
  return stderrOf(error).includes(`Unknown encoder '${encoder}'`);
}

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
}

function ffmpegError({ what, hint }: FfmpegTask, error: unknown): AssetgenError {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return new AssetgenError('ASSETGEN_FFMPEG_MISSING', `${what} needs ffmpeg, found none`, {
      hint,
    });
  }
  const reason = stderrOf(error).trim().split('\n').at(-1)?.replaceAll(os.tmpdir(), '') ?? '';
  return new AssetgenError(
    'ASSETGEN_CONTENT',
    `${what}: ffmpeg failed${reason === '' ? '' : `: ${reason}`}`,
    { cause: error },
  );
}
