import { basename, dirname, relative, resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';

/**
 * The one script that a build writes, where that is certain before it begins: one entry, and nobody else who could
 * write another script or name this one otherwise. To have a build tell it costs a twentieth of its time.
 *
 * @param folder that paths are relative to
 * @returns its absolute path; null where only the build can tell
 */
export function onlyScript(config: BuildOptions, folder: string): string | null {
  const script = scriptOf(config, folder);
  // Files are looked for beside it: not among all of the project, and none may stand elsewhere.
  const isAside = script !== null && relative(dirname(script), folder).startsWith('..');
  return isAside && config.assetNames?.includes('..') !== true ? script : null;
}

function scriptOf(config: BuildOptions, folder: string): string | null {
  const { entryPoints, loader = {}, outdir, outfile, plugins = [], splitting = false } = config;
  if (!Array.isArray(entryPoints) || entryPoints.length !== 1) return null;
  const [entry] = entryPoints;
  if (typeof entry !== 'string' || !SCRIPT.test(entry) || config.stdin !== undefined) return null;
  // Others may write what they like, and so may a loader that copies scripts.
  if (plugins.length !== 1 || splitting || Object.keys(loader).some(isOfScripts)) return null;
  if (outfile !== undefined) return /\.[cm]?js$/.test(outfile) ? resolve(folder, outfile) : null;
  const { entryNames, outbase, outExtension } = config;
  const isNamed = entryNames !== undefined || outbase !== undefined || outExtension !== undefined;
  if (outdir === undefined || isNamed) return null;
  return resolve(folder, outdir, basename(entry).replace(SCRIPT, '.js'));
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

function isOfScripts(extension: string): boolean {
  return SCRIPT.test(extension);
}
