// What `npm i -D assetgen @assetgen/vite-plugin` adds to an app that has Vite, by the versions of this
// repository: packages, and what their files weigh.
import { fileURLToPath } from 'node:url';
import { report } from './report.mjs';
import { bytesOf, installed } from './support/installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const vite = installed(root, ['vite']);
const added = [...installed(root, ['assetgen', '@assetgen/vite-plugin'])].filter(
  ([folder]) => !vite.has(folder),
);
const bytes = added.reduce((sum, [folder]) => sum + bytesOf(root, folder), 0);

report({ name: 'install: packages beyond Vite', value: added.length, target: 60 });
report({ name: 'install: size beyond Vite', value: bytes / 1_000_000, target: 60, unit: 'MB' });
