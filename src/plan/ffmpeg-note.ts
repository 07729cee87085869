import type { Asset, AssetPlan, ProjectSettings } from '@assetgen/core';

/**
 * What a person should know before a video is paid: an output of it is made by the ffmpeg of this machine, and
 * there is none. null where nothing is missing, and where the embedded service draws the film, whose frames
 * need no ffmpeg.
 *
 * @param hasProgram whether the machine has ffmpeg; asked only where an output may need it
 */
export async function ffmpegNote(
  assets: readonly AssetPlan[],
  settings: Pick<ProjectSettings, 'service'>,
  hasProgram: () => Promise<boolean> = hasFfmpeg,
): Promise<string | null> {
  const needs = needsOfFfmpeg(assets, settings);
  if (needs.length === 0 || (await hasProgram())) return null;
  return `ffmpeg is not on the PATH: ${needs.join('; ')}. Install it before you build: the video is paid first.`;
}

/** Why the assets may need ffmpeg, one text for each that does. */
export function needsOfFfmpeg(
  assets: readonly AssetPlan[],
  { service }: Pick<ProjectSettings, 'service'>,
): readonly string[] {
  if (service === 'none') return [];
  const needs: string[] = [];
  assets.forEach(({ asset, action }) => {
    // Only a video has such outputs.
    const need = asset.kind === 'video' && action !== 'none' ? needOf(asset, service) : null;
    if (need !== null) needs.push(need);
  });
  return needs;
}

function needOf(asset: Asset, service: ProjectSettings['service']): string | null {
  const transcoded = asset.outputs.find(({ step }) => step.type === 'transcode');
  if (transcoded !== undefined) return `${transcoded.name} needs it`;
  if (service !== 'remote') return null;
  const poster = asset.outputs.find(({ step }) => step.type === 'poster');
  if (poster === undefined) return null;
  return `${poster.name} needs it, unless the service sends H.264 in its baseline profile`;
}

async function hasFfmpeg(): Promise<boolean> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  return promisify(execFile)('ffmpeg', ['-version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}
