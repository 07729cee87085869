import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Files that a new project needs with Yarn 2 and later, by name. An empty `yarn.lock` makes it a project of its own,
 * also below another one. `node_modules` takes the place of Plug'n'Play, with which sharp finds no libvips, and
 * which Vite advises against.
 *
 * @param root absolute path of the project
 * @returns none for Yarn 1, and none in a workspace, whose root decides
 */
export function yarnFiles(
  root: string,
  env: Environment = process.env,
): Readonly<Record<string, string>> {
  if (env['npm_config_user_agent']?.startsWith('yarn/1.') === true) return {};
  if (isInWorkspace(root)) return {};
  return { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' };
}

function isInWorkspace(root: string): boolean {
  for (let folder = path.dirname(root); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file) && namesWorkspaces(file)) return true;
    if (path.dirname(folder) === folder) return false;
  }
}

function namesWorkspaces(file: string): boolean {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof json === 'object' && json !== null && 'workspaces' in json;
  } catch {
    return false;
  }
}
