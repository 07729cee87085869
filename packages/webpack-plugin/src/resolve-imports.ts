import { callbackify } from 'node:util';
import { failureOf, parseImportId } from '@assetgen/unplugin';
import type { FamilyPlugin } from '@assetgen/unplugin';
import type { Compiler } from 'webpack';

/**
 * Points requests below the prefix at real files. In the resolver rather than the module factory:
 * there it holds for every kind of request, those of loaders too, and the resolver's caches know
 * the files that an answer depends on.
 */
export function resolveImports(compiler: Compiler, plugin: FamilyPlugin): void {
  const { name, project, modules } = plugin;

  async function target(source: string): Promise<string | false | null> {
    const written = parseImportId(source, plugin.prefix);
    if (written === null) return null;
    const resolved = await plugin.resolve(written.id);
    if (resolved === 'unknown') return false;
    if (resolved === null) return null;
    const path =
      resolved.type === 'file'
        ? resolved.file.path
        : await modules.write(resolved.asset, resolved.code);
    // A "#" in a folder's name would begin a fragment.
    return path.replaceAll('#', '\0#') + written.query;
  }

  // Leaves the promise before webpack goes on: what it throws must not become a rejection.
  const findTarget = callbackify(target);

  compiler.resolverFactory.hooks.resolver.for('normal').tap(name, function tapResolver(resolver) {
    const start = resolver.ensureHook('resolve');
    start.tapAsync(name, function resolveImport(request, resolveContext, callback) {
      const source = asWritten(request);
      if (source?.startsWith(`${plugin.prefix}/`) !== true) return void callback();
      for (const file of project.watched()) resolveContext.fileDependencies?.add(file);
      findTarget(source, (error, path) => {
        if (error !== null) {
          return callback(Object.assign(new Error(failureOf(error).text), { cause: error }));
        }
        if (path === null) return callback();
        if (path === false) return callback(null, { ...request, path: false });
        const found = { ...request, request: path };
        return resolver.doResolve(start, found, `${name}: ${path}`, resolveContext, callback);
      });
    });
  });
}

/** Some CSS loaders (that of Next) take every URL of a style sheet for a relative path. */
function asWritten({ request, context }: ResolveRequest): string | undefined {
  if (typeof request !== 'string' || !request.startsWith('./')) return request || undefined;
  const issuer = (context as { readonly issuer?: unknown } | undefined)?.issuer;
  return typeof issuer === 'string' && STYLE_SHEET.test(issuer) ? request.slice(2) : request;
}

const STYLE_SHEET = /\.(?:css|less|sass|scss|styl)$/;

interface ResolveRequest {
  readonly request?: string | undefined;
  readonly context?: object;
}
