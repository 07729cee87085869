// npm run test:node -- 22 24: unit tests, builds and render tests on other versions of Node, got from the npm registry.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const versions = process.argv.slice(2).filter((argument) => /^\d[\w.-]*$/.test(argument));
const rest = process.argv.slice(2).filter((argument) => !versions.includes(argument));

if (versions.length === 0) {
  console.error('which Node? npm run test:node -- 22 24 [-- arguments of vitest]');
  process.exit(2);
}

// Not in one run: tiers have different numbers of workers, which vitest has only for groups of its own.
const TIERS = ['unit', 'builds', 'render'];

const failed = versions.filter((version) => {
  console.log(`── Node ${version}`);
  return TIERS.map((tier) => runTier(version, tier)).includes(false);
});
if (failed.length > 0) {
  console.error(`failed on Node ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** @returns {boolean} whether it passed */
function runTier(version, tier) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', tier];
  const { status } = spawnSync('npx', ['-y', `node@${version}`, ...vitest, ...rest], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status === 0;
}
