/** What is used of Rspack's compiler. */
interface WatchingCompiler {
  modifiedFiles?: ReadonlySet<string> | undefined;
  readonly hooks: { readonly watchRun: { tap(name: string, use: () => void): void } };
}

/** Who imports what, as the last runs resolved it. */
export interface Importers {
  /** Keeps what `request` of the module `issuer` meant. */
  note(issuer: string, request: string, target: string | null): void;
}

/**
 * Builds a module again whose import means another file than before: a draft and what takes its
 * place lie in two folders. Rspack resolves only what is in modules that changed, and takes no
 * dependencies from the hook where requests are changed.
 *
 * @param targetOf what a request means now
 */
export function rebuildImporters(
  compiler: WatchingCompiler,
  name: string,
  targetOf: (request: string) => string | null,
): Importers {
  const known = new Map<string, Map<string, string | null>>();

  function isStale(targets: ReadonlyMap<string, string | null>): boolean {
    return [...targets].some(([request, before]) => targetOf(request) !== before);
  }

  compiler.hooks.watchRun.tap(name, function addStale() {
    const stale = [...known].filter(([, targets]) => isStale(targets)).map(([issuer]) => issuer);
    if (stale.length === 0) return;
    // Modules that it no longer imports need not be kept.
    for (const issuer of stale) known.delete(issuer);
    compiler.modifiedFiles = new Set([...(compiler.modifiedFiles ?? []), ...stale]);
  });

  return {
    note(issuer, request, target) {
      const targets = known.get(issuer) ?? new Map<string, string | null>();
      known.set(issuer, targets.set(request, target));
    },
  };
}
