import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { OpenProject, ResolvedImport } from '@assetgen/core';
import type { Compiler, RspackPluginInstance } from '@rspack/core';
import { failureOf } from '../shared/failure.ts';
import { parseImportId } from '../shared/references/import-id.ts';
import type { ImportId } from '../shared/references/import-id.ts';
import { isUrlIn, notAFile } from '../shared/references/not-a-file.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { keyCache } from './key-cache.ts';
import { rebuildImporters } from './rebuild-importers.ts';
import { replaceStubs } from './replace-stubs.ts';
import { fromRelative } from '../shared/webpack-family/from-relative.ts';
import { connectFamily } from '../shared/webpack-family/connect-family.ts';
import type { FamilyTool } from '../shared/webpack-family/connect-family.ts';
import type { FamilyPlugin } from '../shared/webpack-family/family-plugin.ts';

/** What is asked for, by whom. */
interface ResolveData {
  readonly request: string;
  readonly context: string;
  readonly contextInfo: { readonly issuer: string };
}

export function rspackPlugin(open: OpenProject, options: PluginOptions): RspackPluginInstance {
  return { apply: (compiler) => void connectRspack(compiler, open, options) };
}

/** @param tool that has the compiler. @default Rspack's own */
export function connectRspack(
  compiler: Compiler,
  open: OpenProject,
  options: PluginOptions,
  tool: FamilyTool = {},
): FamilyPlugin {
  const plugin = connectFamily(compiler, open, options, null, tool);
  const { name, project, modules, large } = plugin;
  replaceStubs(compiler, plugin);
  keyCache(compiler, name, () => plugin.session.latest());
  const made = join(project.root, '.assetgen') + sep;
  compiler.options.module.rules.push(
    {
      include: [made],
      exclude: [modules.folder + sep],
      resourceQuery: /^$/,
      type: 'asset/resource',
    },
    // Unused exports are left out.
    { include: [modules.folder + sep], type: 'javascript/esm', sideEffects: false },
  );

  const importers = rebuildImporters(compiler, name, function targetNow(request) {
    const written = parseImportId(request, plugin.prefix);
    try {
      return (written !== null && target(written, '')) || null;
    } catch {
      // Told where it is built.
      return null;
    }
  });
  compiler.hooks.normalModuleFactory.tap(name, (factory) => {
    // Rspack's resolver has no hooks: the request is changed before it gets there. Without a promise,
    // which would cost more than all the rest.
    factory.hooks.beforeResolve.tap(name, (data) => {
      const { request } = data;
      const written =
        parseImportId(request, plugin.prefix) ??
        (request.startsWith(`./${plugin.prefix}/`) ? besideText(data) : null);
      if (written === null) return undefined;
      const found = target(written, data.contextInfo.issuer);
      plugin.noteImport(data.contextInfo.issuer, written.name);
      importers.note(data.contextInfo.issuer, request, found || null);
      // Left out: why it is not known is told once.
      if (found === false) return false;
      data.request = found ?? request;
      return undefined;
    });
  });

  return plugin;

  /** A file of that name beside the style sheet or the page comes first. */
  function besideText({ request, context, contextInfo }: ResolveData): ImportId | null {
    const source = fromRelative(request, contextInfo.issuer);
    if (source === undefined || existsSync(join(context, request.replace(/[?#].*$/, '')))) {
      return null;
    }
    return parseImportId(source, plugin.prefix);
  }

  /** @param issuer the module that asks; empty where nobody does */
  function target({ id, query }: ImportId, issuer: string): string | false | null {
    const resolved = resolve(id);
    if (resolved === 'unknown') return false;
    if (resolved === null) return null;
    if (resolved.type === 'object') {
      const { session } = plugin;
      if (existsSync(issuer) && isUrlIn(issuer, id))
        throw asPrinted(notAFile(id, issuer, session.latest()));
      return modules.writeNow(resolved);
    }
    // Without the loaders of users' rules, which would be handed a stub, or change the bytes.
    return query === '' ? `-!${large.pathOf(resolved.file)}` : resolved.file.path + query;
  }

  function resolve(id: string): ResolvedImport | 'unknown' | null {
    try {
      return plugin.resolveNow(id);
    } catch (error) {
      throw asPrinted(error);
    }
  }
}

/** Rspack prints the stack, which leads into this plugin. */
function asPrinted(error: unknown): Error {
  const { text } = failureOf(error);
  return Object.assign(new Error(text), { cause: error, stack: text });
}
