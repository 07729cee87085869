import type { TextureFacts } from './lock.ts';

/** Longer lists are for those who read the lock. */
const MOST = 4;

/** `baseColor 1024 × 1024 etc1s`: what a texture is for, its size in pixels, and how it is stored. */
export function textureText({ roles, width, height, format }: TextureFacts): string {
  return `${roles.join(' + ') || 'unused'} ${width} × ${height} ${format}`;
}

/** The first textures of a model, in words. */
export function texturesText(maps: readonly TextureFacts[]): string {
  const rest = maps.length - MOST;
  return [...maps.slice(0, MOST).map(textureText), ...(rest > 0 ? [`${rest} more`] : [])].join(
    ', ',
  );
}
