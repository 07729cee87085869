import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const tools = JSON.parse(
  readFileSync(new URL('../../test/support/tools.json', import.meta.url), 'utf8'),
);

/**
 * The Chromium of this machine, as the tests find it: without windows where there is one.
 *
 * @returns {string} an absolute path
 * @throws where there is none
 */
export function chromiumPath() {
  const { commands } = tools.find(({ name }) => name === 'chromium');
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = commands
    .flatMap((command) => folders.map((folder) => join(folder, command)))
    .find((path) => existsSync(path));
  const path = process.env.CHROMIUM_PATH ?? found;
  if (path === undefined) throw new Error('no Chromium: install it or set CHROMIUM_PATH');
  return path;
}
