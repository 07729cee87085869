export function serveViewer(
  models: ReadonlyMap<string, Uint8Array>,
): Promise<{ readonly url: string; close(): void }>;
