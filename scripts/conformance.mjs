// npm run conformance -- URL [--spend]: the conformance suite against any service of the interface.
// The key comes from ASSETGEN_API_KEY. Rows that create or convert cost points and run only with
// --spend; those that need a service set up for them (faults, no points) run only against ours.
// Without a URL, the suite runs against our handler and our server.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { spend: { type: 'boolean', default: false } },
});
const [url] = positionals;
if (url !== undefined && !URL.canParse(url)) {
  console.error(`Expected a URL, received "${url}".`);
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url)),
    'run',
    '--project=unit',
    '--reporter=tree',
    'packages/service/src/conformance.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(url !== undefined && { ASSETGEN_CONFORMANCE_URL: url }),
      ...(values.spend && { ASSETGEN_CONFORMANCE_SPEND: '1' }),
    },
  },
);
process.exit(status ?? 1);
