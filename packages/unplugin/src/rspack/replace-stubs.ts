import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OutputFile } from '@assetgen/core';
import type { Compiler } from '@rspack/core';
import { failureOf } from '../shared/failure.ts';
import { settledLine } from '../shared/large/large-files.ts';
import { writesToDisk } from '../shared/webpack-family/writes-to-disk.ts';
import { findStubAssets } from '../shared/webpack-family/find-stub-assets.ts';
import type { FamilyPlugin } from '../shared/webpack-family/family-plugin.ts';

/** Replaces the stubs that Rspack wrote. It copies every source, so they cannot be lazy as webpack's. */
export function replaceStubs(compiler: Compiler, plugin: FamilyPlugin): void {
  const { name, large } = plugin;

  compiler.hooks.afterEmit.tapPromise({ name, stage: -100 }, async (compilation) => {
    if (!large.any) return;
    const assets = compilation.getAssets();
    const folder = compilation.getPath(compiler.outputPath, {});
    try {
      const stubs = findStubAssets(assets, compiler.context, large, plugin.publicNames());
      const [first] = stubs.values();
      if (first !== undefined && !(await writesToDisk(compiler.outputFileSystem, first.path))) {
        await fillMemory(compiler, folder, stubs);
        return;
      }
      const settled = await large.settle(
        folder,
        assets.map((asset) => asset.name),
      );
      if (settled !== null) plugin.tell(settledLine(settled));
    } catch (error) {
      const { text } = failureOf(error);
      throw Object.assign(new Error(text), { cause: error, stack: text });
    }
  });
}

/** A server from memory gets the bytes themselves. */
async function fillMemory(
  compiler: Compiler,
  folder: string,
  stubs: ReadonlyMap<string, OutputFile>,
): Promise<void> {
  const system = compiler.outputFileSystem;
  if (system === null) return;
  const write = promisify(system.writeFile.bind(system)) as (
    path: string,
    bytes: Buffer,
  ) => Promise<void>;
  for (const [name, file] of stubs) await write(join(folder, name), await readFile(file.path));
}
