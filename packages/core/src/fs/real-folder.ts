import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** The path of a folder through links, as far as it stands: the rest need not be there yet. */
export async function realFolder(folder: string): Promise<string> {
  const found = await realpath(folder).catch(() => null);
  if (found !== null) return found;
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(await realFolder(parent), path.basename(folder));
}
