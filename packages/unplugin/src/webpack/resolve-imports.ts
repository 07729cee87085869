import { callbackify } from 'node:util';
import type { Compiler } from 'webpack';
import { failureOf } from '../shared/failure.ts';
import { parseImportId } from '../shared/references/import-id.ts';
import { notAFile } from '../shared/references/not-a-file.ts';
import type { FamilyPlugin } from '../shared/webpack-family/family-plugin.ts';
import { fromRelative } from '../shared/webpack-family/from-relative.ts';

interface Target {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/**
 * Points requests below the prefix at real files. In the resolver rather than the module factory:
 * there it holds for every kind of request, those of loaders too, and the resolver's caches know
 * the files that an answer depends on.
 */
export function resolveImports(compiler: Compiler, plugin: FamilyPlugin): void {
  const { name, project, modules } = plugin;

  async function target(
    source: string,
    issuer: string | undefined,
    isUrl: boolean,
  ): Promise<Target | false | null> {
    const written = parseImportId(source, plugin.prefix);
    if (written === null) return null;
    const resolved = await plugin.resolve(written.id);
    plugin.noteImport(issuer, written.name);
    if (resolved === 'unknown') return false;
    if (resolved === null) return null;
    const [, query = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(written.query) ?? [];
    if (resolved.type === 'file') return { path: resolved.file.path, query, fragment };
    if (isUrl) throw notAFile(written.id, issuer ?? 'a script', plugin.session.latest());
    return { path: await modules.write(resolved), query, fragment };
  }

  // Leaves the promise before webpack goes on: what it throws must not become a rejection.
  const findTarget = callbackify(target);

  const { resolver: resolvers } = compiler.resolverFactory.hooks;
  resolvers.for('normal').tap(name, function tapResolver(resolver, _resolved, { dependencyType }) {
    const found = resolver.ensureHook('relative');
    const start = resolver.ensureHook('resolve');
    // Before webpack's own steps: it would look for a package of that name first. What an alias leads to comes by the
    // second.
    for (const step of [start, resolver.ensureHook('internalResolve')]) {
      step.tapAsync({ name, stage: -100 }, (request, context, done) => {
        resolveImport(request.request || undefined, request, context, done);
      });
    }
    // After them: a file of that name beside the style sheet or the page comes first.
    start.tapAsync(name, (request, context, done) => {
      const source = fromRelative(request.request || undefined, issuerOf(request));
      resolveImport(source, request, context, done);
    });

    function resolveImport(
      source: string | undefined,
      ...[request, context, done]: Parameters<Tap>
    ): void {
      if (source?.startsWith(`${plugin.prefix}/`) !== true) return void done();
      for (const file of project.watched()) context.fileDependencies?.add(file);
      findTarget(source, issuerOf(request), dependencyType === 'url', (error, file) => {
        if (error !== null) {
          return done(Object.assign(new Error(failureOf(error).text), { cause: error }));
        }
        if (file === null) return done();
        if (file === false) return done(null, { ...request, path: false });
        // The path of a file: nothing is left to look for.
        const { request: _written, ...rest } = request;
        const target = { ...rest, ...FOUND, ...file };
        return resolver.doResolve(found, target, `${name}: ${file.path}`, context, done);
      });
    }
  });
}

function issuerOf({ context }: { readonly context?: object }): string | undefined {
  return (context as { readonly issuer?: string } | undefined)?.issuer;
}

const FOUND = { module: false, directory: false, internal: false };

type Resolver = ReturnType<Compiler['resolverFactory']['get']>;
type Tap = Parameters<ReturnType<Resolver['ensureHook']>['tapAsync']>[1];
