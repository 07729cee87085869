// node test/support/pack-once.mjs DIR: builds from nothing and packs every published package into DIR, with
// `index.json` of what is in each. A file such as a deleted source leaves behind is put into `dist` before. Does nothing
// where DIR has them already.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [out = ''] = process.argv.slice(2);
const index = join(out, 'index.json');
if (!existsSync(index)) writeFileSync(index, pack());

function pack() {
  const stale = join(root, 'packages/client/dist/deleted-source.js');
  mkdirSync(dirname(stale), { recursive: true });
  writeFileSync(stale, 'export {};\n');
  return execFileSync(
    process.execPath,
    [join(root, 'scripts/pack-all.mjs'), '--json', '--out', out],
    {
      encoding: 'utf8',
      // Whatever a maintainer's shell sets, what is packed is the same.
      env: { ...process.env, NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    },
  );
}
