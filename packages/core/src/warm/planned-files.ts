import { existsSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILES } from '../config/load-config.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { plainPatterns } from '../run/manifests/load-manifests.ts';

/**
 * Every file whose stamp decides what a plan comes to, also those that must stay missing; null where stamps cannot
 * tell: a glob may match a new file, a program may read anything.
 */
export function plannedFiles(
  root: string,
  config: ResolvedConfig,
  watched: readonly string[],
): readonly string[] | null {
  if (plainPatterns(root, config.manifests).length !== config.manifests.length) return null;
  const configs = CONFIG_FILES.map((file) => path.join(root, file));
  const programs = [...watched, ...configs].filter((file) => PROGRAM.test(file));
  if (programs.some((file) => existsSync(file))) return null;
  return [...new Set([...configs, ...plainPatterns(root, config.manifests), ...watched])];
}

const PROGRAM = /\.[cm]?[jt]s$/;
