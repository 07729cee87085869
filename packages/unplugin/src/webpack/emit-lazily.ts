import { join } from 'node:path';
import type { OutputFile } from '@assetgen/core';
import { createLazySource } from './lazy-source.ts';
import type { SourceClass } from './lazy-source.ts';
import { writesToDisk } from '../shared/webpack-family/writes-to-disk.ts';
import type { FamilyFileSystem } from '../shared/webpack-family/writes-to-disk.ts';
import { createPlacedFiles } from './placed-files.ts';
import { findStubAssets } from '../shared/webpack-family/find-stub-assets.ts';
import type { FamilyAsset } from '../shared/webpack-family/find-stub-assets.ts';
import type { FamilyPlugin } from '../shared/webpack-family/family-plugin.ts';

interface Asset extends FamilyAsset {
  readonly info: FamilyAsset['info'] & { readonly immutable?: boolean | undefined };
}

/** What is used of webpack's compilation. */
interface Compilation {
  readonly emittedAssets: Set<string>;
  readonly assetsInfo: Map<string, object>;
  readonly hooks: {
    readonly processAssets: {
      tap(options: { readonly name: string; readonly stage: number }, use: () => void): void;
    };
  };
  getAssets(): readonly Asset[];
  getAsset(name: string): Asset | undefined | void;
  updateAsset(name: string, source: object, info: object): void;
  getPath(path: string, data: object): string;
}

/** What is used of webpack's compiler. */
export interface LazyCompiler {
  readonly context: string;
  readonly outputPath: string;
  readonly outputFileSystem: FamilyFileSystem | null;
  readonly hooks: {
    readonly thisCompilation: {
      tap(name: string, use: (compilation: Compilation) => void): void;
    };
    readonly emit: {
      tapPromise(
        options: { readonly name: string; readonly stage: number },
        use: (compilation: Compilation) => Promise<void>,
      ): void;
    };
    readonly afterEmit: { tap(name: string, use: () => void): void };
  };
  readonly webpack: {
    readonly Compilation: { readonly PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER: number };
    readonly sources: { readonly Source: unknown };
  };
}

/**
 * Large files go round webpack's memory. Before other plugins see the finished assets, each stub
 * becomes a source that knows its size and reads its file only when asked. Where webpack writes to
 * the disk, the file is put there first, so that webpack finds what it was about to write.
 */
export function emitLazily(compiler: LazyCompiler, plugin: FamilyPlugin): void {
  const { name, large } = plugin;
  const found = new WeakMap<Compilation, ReadonlyMap<string, OutputFile>>();
  const placed = createPlacedFiles();
  const borrowed: (readonly [Compilation, string])[] = [];
  // Last of all that change assets: hashes are made, compression is still to come.
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1;

  compiler.hooks.thisCompilation.tap(name, function tapCompilation(compilation) {
    compilation.hooks.processAssets.tap({ name, stage }, function replaceStubs() {
      const assets = compilation.getAssets();
      const stubs = findStubAssets(assets, compiler.context, large, plugin.publicNames());
      const Source = compiler.webpack.sources.Source as SourceClass;
      for (const [asset, file] of stubs) {
        compilation.updateAsset(asset, createLazySource(Source, file), { size: file.bytes });
      }
      found.set(compilation, stubs);
    });
  });

  compiler.hooks.emit.tapPromise({ name, stage: 1000 }, async function placeFiles(compilation) {
    const stubs = found.get(compilation) ?? new Map<string, OutputFile>();
    const [first] = stubs.values();
    if (first === undefined || !(await writesToDisk(compiler.outputFileSystem, first.path))) return;
    const folder = compilation.getPath(compiler.outputPath, {});
    for (const [asset, file] of stubs) {
      const target = join(folder, asset.replace(/[?#].*$/, ''));
      const hashed = compilation.getAsset(asset)?.info.immutable === true;
      if (await placed.place(file, target, hashed)) compilation.emittedAssets.add(asset);
      // webpack neither reads nor writes what is immutable and there.
      if (hashed) continue;
      setImmutable(compilation, asset, true);
      borrowed.push([compilation, asset]);
    }
  });

  compiler.hooks.afterEmit.tap(name, function giveBack() {
    for (const [compilation, asset] of borrowed.splice(0)) setImmutable(compilation, asset, false);
  });
}

/** Not by `updateAsset`: assets are sealed when they are emitted. */
function setImmutable({ assetsInfo }: Compilation, asset: string, immutable: boolean): void {
  assetsInfo.set(asset, { ...assetsInfo.get(asset), immutable });
}
