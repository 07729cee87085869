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

const failed = versions.filter((version) => {
  console.log(`── Node ${version}`);
  const tiers = ['unit', 'builds', 'render'].flatMap((tier) => ['--project', tier]);
  const args = ['-y', `node@${version}`, 'node_modules/vitest/vitest.mjs', 'run', ...tiers];
  const { status } = spawnSync('npx', [...args, ...rest], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`failed on Node ${failed.join(', ')}`);
  process.exitCode = 1;
}
