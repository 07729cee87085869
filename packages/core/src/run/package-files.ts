import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The package.json files that name what a project uses: its own, and in an Nx workspace that of the workspace, which
 * names the packages of all its projects.
 *
 * @param root absolute path of the project
 * @returns absolute paths of files that may be missing
 */
export function packageFiles(root: string): readonly string[] {
  const folders = [root];
  for (let above = root; path.dirname(above) !== above; above = path.dirname(above)) {
    folders.push(path.dirname(above));
  }
  const workspace = folders.find((folder) => existsSync(path.join(folder, 'nx.json')));
  const named = workspace === undefined ? [root] : [root, workspace];
  return [...new Set(named.map((folder) => path.join(folder, 'package.json')))];
}
