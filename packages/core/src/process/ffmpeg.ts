import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';

export interface FfmpegTask {
  /** What cannot be had without it, for the error: "a poster of hevc video". */
  readonly what: string;
  readonly hint: string;
  /** Between its input and its output file. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Extension of the output, which says its format. */
  readonly extension: string;
  /** Unit: milliseconds. */
  readonly timeout: number;
}

/**
 * Runs the ffmpeg of the machine on bytes.
 * @returns what it wrote; null where it wrote nothing, and called that a success
 * @throws AssetgenError `ASSETGEN_FFMPEG_MISSING`, `ASSETGEN_CONTENT`
 */
export async function runFfmpeg(source: Uint8Array, task: FfmpegTask): Promise<Uint8Array | null> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assetgen-ffmpeg-'));
  try {
    const [input, output] = [path.join(folder, 'in'), path.join(folder, `out.${task.extension}`)];
    await writeFile(input, source);
    const { before, after, timeout } = task;
    const args = ['-v', 'error', '-nostdin', ...before, '-i', input, ...after, output];
    await promisify(execFile)('ffmpeg', args, { timeout }).catch((error: unknown) => {
      throw ffmpegError(task, error);
    });
    return await readFile(output).catch(() => null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ffmpegError({ what, hint }: FfmpegTask, error: unknown): AssetgenError {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return new AssetgenError('ASSETGEN_FFMPEG_MISSING', `${what} needs ffmpeg, found none`, {
      hint,
    });
  }
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const reason = stderr.trim().split('\n').at(-1)?.replaceAll(os.tmpdir(), '') ?? '';
  return new AssetgenError(
    'ASSETGEN_CONTENT',
    `${what}: ffmpeg failed${reason === '' ? '' : `: ${reason}`}`,
    { cause: error },
  );
}
