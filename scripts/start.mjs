// npm start: builds the example with the embedded local service and says what to open. A second
// run asks for nothing and pays nothing.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openProject, pointsText } from '@assetgen/core';

// Where CI is set a build is frozen, and there is no lock yet to be frozen to.
process.env.ASSETGEN_MODE ??= 'generate';

const repository = fileURLToPath(new URL('..', import.meta.url));
const example = join(repository, 'examples/vite-three');
const require = createRequire(join(example, 'package.json'));

/** Assets of which something is to be made or fetched. */
let missing = 0;
const project = openProject({ root: example, command: 'build', onEvent: tell });
const { report, view } = await project.ensure();
await project.close();

if (!report.ok) {
  for (const { code, message, hint } of report.errors) {
    console.error(`${code}: ${message}${hint === null ? '' : `\n  ${hint}`}`);
  }
  process.exit(1);
}

console.log(made(report));
for (const file of view.files) {
  console.log(`  ${file.name.padEnd(20)} ${megabytes(file.bytes)}${file.draft ? '  draft' : ''}`);
}
console.log(
  report.free
    ? 'It cost nothing: the embedded service is free.'
    : `It cost ${pointsText(report.points, false)}.`,
);

const { build } = await import(require.resolve('vite'));
await build({ root: example, logLevel: 'warn' });

console.log(
  `\nThe page is in ${relative(process.cwd(), join(example, 'dist')) || '.'}. Open it:\n`,
);
console.log('  npm run preview -w examples/vite-three\n');

function tell(event) {
  if (event.type === 'planned') missing = event.pending;
  if (event.type === 'planned' && event.pending > 0) {
    console.log(
      `${event.pending} of ${event.assets} assets are missing; what no cache has, the embedded service makes …`,
    );
  } else if (event.type === 'asset-done') console.log(`  ${event.asset}`);
  else if (event.type === 'warning') console.warn(`${event.code}: ${event.message}`);
}

function made({ assets, generated, drafted, durationMs }) {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  if (drafted > 0) return `Drew ${drafted} drafts in ${seconds}; none of them is the real thing:`;
  if (generated === 0 && missing > 0) {
    return `Took ${missing} of ${assets} assets from this machine's cache in ${seconds}:`;
  }
  if (generated === 0) return `All ${assets} assets were there already; nothing was asked for:`;
  return `Made ${generated} of ${assets} assets in ${seconds}:`;
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2).padStart(6)} MB`;
}
