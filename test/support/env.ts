import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the surroundings of a test run set and a user's shell does not. */
const FOREIGN =
  /^(?:CI|NODE_ENV|NODE_OPTIONS|TEST|PROD|DEV|MODE|SSR|BASE_URL)$|^(?:ASSETGEN|VITE|VITEST|npm)_|^VITEST/;

/**
 * The environment for a build under test: the machine's, without `CI` (which means frozen mode to
 * us), any `ASSETGEN_*` and what the test runner and npm add, and with a cache folder of its own.
 *
 * @param extra variables to add; undefined removes one
 */
export function cleanEnv(
  extra: Readonly<Record<string, string | undefined>> = {},
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!FOREIGN.test(name)) env[name] = value;
  }
  env['ASSETGEN_CACHE_DIR'] = extra['ASSETGEN_CACHE_DIR'] ?? mkdtempSync(join(tmpdir(), 'cache-'));
  // A server of a test shares its cores with all the others.
  env['ASSETGEN_CACHE_TIMEOUT'] = '60';
  for (const [name, value] of Object.entries(extra)) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return env;
}
