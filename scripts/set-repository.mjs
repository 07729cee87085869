// npm run repository -- URL [--site URL]: the one setting of where this repository stands. Writes `repository`, `bugs` and
// `homepage` of every published package. A release takes it from the machine that runs it (scripts/release.mjs).
import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { published } from './published.mjs';

const FIELDS = new Set(['homepage', 'bugs', 'repository']);

/**
 * @param {string} root of the repository
 * @param {string} url where it can be read: `https://HOST/OWNER/NAME`
 * @param {string} [site] of the documentation. By default the pages in the repository
 */
export function setRepository(root, url, site) {
  const { protocol, username } = new URL(url);
  if (protocol !== 'https:' || username !== '') {
    throw new Error(`expected an https URL without a user, found ${url}`);
  }
  const base = url.replace(/\/+$/, '').replace(/\.git$/, '');
  for (const { folder, manifest } of published(root)) {
    const directory = relative(root, folder).split(sep).join('/');
    const fields = {
      homepage: site ?? `${base}/tree/main/docs#readme`,
      bugs: `${base}/issues`,
      repository: {
        type: 'git',
        url: `git+${base}.git`,
        ...(directory === '' ? {} : { directory }),
      },
    };
    writeFileSync(join(folder, 'package.json'), print(manifest, fields));
  }
}

/** The fields stand behind the licence, as npm's own order has it. */
function print(manifest, fields) {
  const rest = Object.entries(manifest).filter(([key]) => !FIELDS.has(key));
  const at = rest.findIndex(([key]) => key === 'license');
  const entries = [...rest.slice(0, at), ...Object.entries(fields), ...rest.slice(at)];
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { site: { type: 'string' }, root: { type: 'string' } },
  });
  if (positionals.length !== 1) {
    console.error('npm run repository -- https://HOST/OWNER/NAME [--site https://…]');
    process.exit(2);
  }
  const root = values.root ?? fileURLToPath(new URL('..', import.meta.url));
  setRepository(root, positionals[0], values.site);
  for (const { folder } of published(root)) {
    console.log(relative(root, join(folder, 'package.json')));
  }
}
