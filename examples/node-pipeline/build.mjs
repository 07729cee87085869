// Makes every asset of the level, copies the files to dist/ and writes dist/catalogue.json, which
// an engine loads first: what there is, how large it is, and the digest to cache it by.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openProject } from '@assetgen/core';

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, 'dist');

const project = openProject({ root, command: 'build', onEvent: tell });
try {
  const { report, view } = await project.ensure();
  for (const { code, asset, message } of report.errors) {
    console.error(`${code} ${asset ?? ''}: ${message}`);
  }
  if (!report.ok) process.exitCode = 1;
  else await writeLevel(view.files);
} finally {
  await project.close();
}

async function writeLevel(files) {
  await rm(dist, { recursive: true, force: true });
  for (const file of files) {
    const target = path.join(dist, file.name);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(file.path, target);
  }
  const catalogue = files.map(({ asset, name, bytes, sha256, draft }) => ({
    asset,
    url: name,
    bytes,
    sha256,
    draft,
  }));
  await writeFile(path.join(dist, 'catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`);
  const kilobytes = files.reduce((sum, file) => sum + file.bytes, 0) / 1000;
  console.log(`${files.length} files, ${kilobytes.toFixed(0)} kB, in dist/`);
}

function tell(event) {
  if (event.type === 'planned' && event.pending > 0) {
    console.log(`${event.pending} of ${event.assets} assets to make`);
  } else if (event.type === 'asset-done') console.log(`  ${event.asset}`);
  else if (event.type === 'warning') console.warn(event.message);
}
