import { join, sep } from 'node:path';
import type { AssetView } from '@assetgen/core';
import type { Compiler } from 'webpack';
import type { FamilyPlugin } from '../shared/webpack-family/family-plugin.ts';

/**
 * Makes outputs assets and object modules modules, whatever rules the user has: a loader for `.glb`
 * files would be handed a file whose bytes are to stay as they are. A request with a query or with
 * loaders of its own is the user's word, and stays.
 */
export function claimModules(
  compiler: Compiler,
  { name, project, session, modules, large, isHosted }: FamilyPlugin,
): void {
  const decoders = join(project.root, '.assetgen', 'decoders') + sep;
  let known: { readonly view: AssetView; readonly paths: ReadonlySet<string> } | null = null;

  function isOutput(resource: string): boolean {
    const view = session.latest();
    if (view === null) return false;
    if (known?.view !== view) known = { view, paths: new Set(view.files.map((f) => f.path)) };
    return known.paths.has(resource);
  }

  function typeOf(resource: string): 'asset/resource' | 'javascript/esm' | null {
    if (resource.startsWith(modules.folder)) return isHosted ? null : 'javascript/esm';
    return resource.startsWith(decoders) || isOutput(resource) ? 'asset/resource' : null;
  }

  compiler.hooks.normalModuleFactory.tap(name, function tapFactory(factory) {
    factory.hooks.afterResolve.tapPromise(name, async function claim({ request, createData }) {
      const { resource } = createData;
      if (resource === undefined || request.includes('!')) return;
      // webpack escapes a "#" that is part of a path.
      const [fragment = ''] = /(?<!\0)#.*$/s.exec(resource) ?? [];
      const path = resource.slice(0, resource.length - fragment.length).replaceAll('\0#', '#');
      const type = typeOf(path);
      if (type === null) return;
      // Newer webpacks load what a type needs when the first module of it is resolved; older ones
      // have no such hook.
      await factory.hooks.prepareModuleType?.get(type)?.promise();
      createData.type = type;
      createData.loaders = [];
      // Unused exports are left out, with all that their module imports.
      if (type === 'javascript/esm') {
        createData.settings = { ...createData.settings, sideEffects: false };
      }
      // The name of what is emitted has the fragment, too, by which no stub is found again.
      const file = fragment === '' ? large.at(resource) : undefined;
      const read = file === undefined ? resource : large.pathOf(file).replaceAll('#', '\0#');
      createData.request = read;
      // Named for the file, read from its stub.
      if (read !== resource) Object.assign(createData, { resource: read, matchResource: resource });
      createData.parser = factory.getParser(type);
      createData.generator = factory.getGenerator(type);
    });
  });
}
