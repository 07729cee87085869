import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import tools from './tools.json' with { type: 'json' };

/** A program beyond npm that some tests use; `tools.json` lists them for `npm test` and CI too. */
export type ToolName =
  | 'assimp'
  | 'blender'
  | 'chromium'
  | 'faketime'
  | 'ffmpeg'
  | 'nginx'
  | 'redis-server';

/**
 * The path of a program, or undefined where it is not installed: then skip by
 * `describe.skipIf(findTool('chromium') === undefined)`, and `npm test` names what was missing.
 */
export function findTool(name: ToolName): string | undefined {
  const tool = tools.find((entry) => entry.name === name);
  if (tool === undefined) throw new Error(`tools.json does not list ${name}`);
  // Debian keeps servers in a folder that is not on everybody's path.
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']) {
    for (const command of tool.commands) {
      const path = join(folder, command);
      if (isExecutable(path)) return path;
    }
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
