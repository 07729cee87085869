import type { copyWritable as Copy } from '../fs/copy-writable.ts';

/** As `copyWritable`, loaded with the first copy: most builds make none. */
export async function copyWritable(...given: Parameters<typeof Copy>): Promise<void> {
  const { copyWritable: copy } = await import('../fs/copy-writable.ts');
  return copy(...given);
}
