/** Node 22.18 and newer strip types by themselves. */
export function runsTypeScript(): boolean {
  const features = process.features as { readonly typescript?: unknown };
  return features.typescript !== undefined && features.typescript !== false;
}
