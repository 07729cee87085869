import path from 'node:path';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Mode } from '../config/assetgen-options.ts';
import { TYPES_NAME } from '../run/project-files.ts';
import { plannedFiles } from './planned-files.ts';

/** The same of a build as {@link plannedFiles} of a plan: it looks at types too. */
export function decidingFiles(
  root: string,
  config: ResolvedConfig,
  watched: readonly string[],
  mode: Mode,
): readonly string[] | null {
  const files = plannedFiles(root, config, watched);
  return files === null || mode === 'frozen' ? files : [...files, path.join(root, TYPES_NAME)];
}
