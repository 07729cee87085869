import { existsSync } from 'node:fs';
import type { AssetView, OutputFile } from '@assetgen/core';
import { changedNames } from '../changed-names.ts';
import type { FamilyCompiler } from './family-plugin.ts';

/** The files that are others than they were. @param before null in the first run */
export function changedFiles(before: AssetView | null, view: AssetView): readonly OutputFile[] {
  if (view === before) return [];
  // Objects cost more than names; before the first run nothing can be of use.
  if (before === null) return view.files;
  const changed = changedNames(before, view);
  return view.files.filter((file) => changed.has(file.name));
}

/**
 * The bundler has looked at its clock before the outputs were written: it must look again. Rspack
 * builds again what it is told of.
 */
export function forget(compiler: FamilyCompiler, paths: readonly string[]): void {
  if (paths.length === 0) return;
  compiler.inputFileSystem?.purge?.([...paths]);
  const known = compiler.fileTimestamps as Map<string, unknown> | undefined;
  for (const path of paths) known?.delete(path);
  const { modifiedFiles, removedFiles } = compiler;
  if (modifiedFiles === undefined) return;
  const gone = paths.filter((path) => !existsSync(path));
  compiler.removedFiles = new Set([...(removedFiles ?? []), ...gone]);
  compiler.modifiedFiles = new Set([...modifiedFiles, ...paths.filter((p) => !gone.includes(p))]);
}
