/** As `copyWritable` of the core, which is loaded with the first copy: most builds make none. */
export async function copyWritable(
  source: string,
  target: string,
  options: { readonly isNew?: boolean } = {},
): Promise<void> {
  const copy = await import('../fs/copy-writable.ts');
  return copy.copyWritable(source, target, options);
}
