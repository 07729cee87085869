import type { Understanding } from '@assetgen/generators';

/**
 * Says what the service takes from a prompt, without making anything.
 *
 * @param kind Places, times and weather have a form in pictures and videos only.
 */
export async function understand(
  prompt: string,
  kind: 'model' | 'image' | 'video',
): Promise<Understanding> {
  return (await import('@assetgen/generators')).understand(prompt, kind);
}
