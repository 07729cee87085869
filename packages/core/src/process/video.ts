import { AssetgenError } from '@assetgen/client/errors';
import type { StepResult } from './types.ts';

/**
 * An MP4 stays as the service gave it; its facts are read with mediabunny.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the source is no MP4 with a video track
 */
export async function videoStep(source: Uint8Array): Promise<StepResult> {
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(source), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new Error('no video track');
    const duration = Math.round((await input.computeDuration()) * 1000) / 1000;
    const codec = await track.getCodecParameterString();
    const meta = { width: track.displayWidth, height: track.displayHeight, duration };
    return { bytes: null, meta: codec === null ? meta : { ...meta, codec } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected an MP4: ${reason}`, { cause: error });
  } finally {
    input.dispose();
  }
}
