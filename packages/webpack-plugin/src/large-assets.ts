import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLazySource, findStubAssets, placeFile, writesToDisk } from '@assetgen/unplugin';
import type { FamilyPlugin } from '@assetgen/unplugin';
import type { OutputFile } from '@assetgen/core';
import type { Compilation, Compiler } from 'webpack';

/**
 * Large files go round webpack's memory. Before other plugins see the finished assets, each stub
 * becomes a source that knows its size and reads its file only when asked. Where webpack writes to
 * the disk, the file is put there first, so that webpack finds what it was about to write.
 */
export function emitLargeAssets(compiler: Compiler, plugin: FamilyPlugin): void {
  const { name, large } = plugin;
  const found = new WeakMap<Compilation, ReadonlyMap<string, OutputFile>>();
  /** What was put where, so that a rebuild in watch mode need not do it again. */
  const placed = new Map<string, string>();
  const borrowed: (readonly [Compilation, string])[] = [];
  // Last of all that change assets: hashes are made, compression is still to come.
  const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1;

  compiler.hooks.thisCompilation.tap(name, function tapCompilation(compilation) {
    compilation.hooks.processAssets.tap({ name, stage }, function replaceStubs() {
      const assets = compilation.getAssets();
      const stubs = findStubAssets(assets, compiler.context, large, plugin.publicNames());
      const { Source } = compiler.webpack.sources;
      for (const [asset, file] of stubs) {
        compilation.updateAsset(asset, createLazySource(Source as never, file) as never, {
          size: file.bytes,
        });
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
      if (!(await isThere(target, file, hashed))) {
        await placeFile(file, target);
        placed.set(target, `${file.sha256} ${await stampOf(target)}`);
        compilation.emittedAssets.add(asset);
      }
      // webpack neither reads nor writes what is immutable and there.
      if (!hashed) compilation.updateAsset(asset, (source) => source, { immutable: true });
      if (!hashed) borrowed.push([compilation, asset]);
    }
  });

  compiler.hooks.afterEmit.tap(name, function giveBack() {
    for (const [compilation, asset] of borrowed.splice(0)) {
      compilation.updateAsset(asset, (source) => source, { immutable: false });
    }
  });

  /** A hashed name has the digest in it; under another name the file must be the one put there. */
  async function isThere(target: string, file: OutputFile, hashed: boolean): Promise<boolean> {
    const stamp = await stampOf(target);
    if (hashed) return stamp?.startsWith(`${file.bytes} `) === true;
    return stamp !== null && placed.get(target) === `${file.sha256} ${stamp}`;
  }
}

async function stampOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found === null ? null : `${found.size} ${found.mtimeMs} ${found.ino}`;
}
