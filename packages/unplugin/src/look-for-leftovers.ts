import type { WrittenFile } from './leftovers.ts';

/** `refuseLeftovers`, which is loaded where there is a style sheet or a page. */
export async function lookForLeftovers(
  files: Iterable<WrittenFile>,
  prefix: string,
): Promise<void> {
  const texts = [...files].filter(({ fileName }) => /\.(?:css|html)$/.test(fileName));
  if (texts.length === 0) return;
  const { refuseLeftovers } = await import('./leftovers.ts');
  refuseLeftovers(texts, prefix);
}
