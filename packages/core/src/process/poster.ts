import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import type { ImageFormat, ImageStepOptions } from '../manifest/types.ts';
import { openImage } from './open-image.ts';
import type { StepResult } from './types.ts';

const DEADLINE_MS = 60_000;

/**
 * One frame of a video as an image. No decoder of H.264 comes with us: the ffmpeg of the machine
 * takes the frame.
 * @param at seconds into the video
 * @throws AssetgenError `ASSETGEN_FFMPEG_MISSING`, `ASSETGEN_CONTENT`
 */
export async function posterStep(
  source: Uint8Array,
  at: number,
  format: ImageFormat,
  options: ImageStepOptions,
): Promise<StepResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assetgen-poster-'));
  try {
    const video = path.join(folder, 'video.mp4');
    const frame = path.join(folder, 'frame.png');
    await writeFile(video, source);
    await promisify(execFile)(
      'ffmpeg',
      ['-v', 'error', '-nostdin', '-ss', String(at), '-i', video, '-frames:v', '1', frame],
      { timeout: DEADLINE_MS },
    ).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        throw new AssetgenError('ASSETGEN_FFMPEG_MISSING', 'a poster needs ffmpeg, found none', {
          hint: 'Install ffmpeg and put it on the PATH, or drop the poster output.',
        });
      }
      throw new AssetgenError('ASSETGEN_CONTENT', 'ffmpeg took no frame from the video', {
        cause: error,
      });
    });
    // Beyond the end ffmpeg takes nothing, and calls that a success.
    const bytes = await readFile(frame).catch(() => {
      throw new AssetgenError('ASSETGEN_CONTENT', `the video has no frame at ${at} seconds`, {
        hint: 'Set "poster" to a time before its end.',
      });
    });
    return await (await openImage(bytes)).make(format, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
