import { existsSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILES } from '../config/load-config.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Mode } from '../config/assetgen-options.ts';
import { plainPatterns } from '../run/manifests/load-manifests.ts';
import { TYPES_NAME } from '../run/project-files.ts';

/**
 * Every file whose stamp decides what a build comes to, also those that must stay missing; null
 * where stamps cannot tell: a glob may match a new file, a program may read anything.
 */
export function decidingFiles(
  root: string,
  config: ResolvedConfig,
  watched: readonly string[],
  mode: Mode,
): readonly string[] | null {
  const files = plannedFiles(root, config, watched);
  return files === null || mode === 'frozen' ? files : [...files, path.join(root, TYPES_NAME)];
}

/** The same of a plan, which looks at no types. */
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
