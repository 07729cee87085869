// Models: `gltf-transform optimize` beside our step at equal settings, gltfpack beside it for geometry alone, a chain of
// LODs, a thumbnail, KTX2 beside a native encoder and beside WebP, and the memory of many large models in the worker pool.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderThumbnail } from '@assetgen/core';
import { shortestLods } from './support/shortest-lods.mjs';
import { shortestThumbnail } from './support/shortest-thumbnail.mjs';
import { treeMemory } from './support/tree-memory.mjs';
import { besideNative, presetsBeside } from './support/ktx2-rows.mjs';
import { measure } from './bundlers/measure.mjs';
import { median, medians, quick, report } from './report.mjs';
import { builtModule } from '../scripts/built-module.mjs';

const { openModel } = await builtModule('packages/core/src/process/model/open-model.ts');
const { makeModel } = await builtModule('packages/generators/src/model/make-model.ts');

const PEER = fileURLToPath(new URL('gltf-transform', import.meta.url));
const PROMPTS = ['a small red dragon', 'an old oak tree', 'a wooden chest'];
/** A fifth of the triangles within the same error, webp of at most 1024 px, meshopt; all else off. */
const THEIR_OPTIONS =
  '--compress meshopt --texture-compress webp --texture-size 1024 ' +
  '--simplify true --simplify-ratio 0.2 --simplify-error 0.01 ' +
  '--join false --flatten false --palette false --instance false';
/** What it does unless it is told otherwise, but for the codecs that are ours. */
const THEIR_DEFAULTS = '--compress meshopt --texture-compress webp';
const scratch = mkdtempSync(join(tmpdir(), 'assetgen-models-'));
try {
  const files = await inputs();
  await besidePeer(files);
  await besidePacker();
  await alone(files[0]);
  await besideNative(readFileSync(files[0]));
  await presetsBeside(files.map((file, index) => ({ name: PROMPTS[index], file })));
  await memory(files[0]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function inputs() {
  const files = [];
  for (const [index, prompt] of PROMPTS.entries()) {
    const spec = {
      prompt,
      seed: 'bench',
      quality: 'standard',
      faces: index === 0 ? 500_000 : 200_000,
    };
    const glb = await makeModel({
      ...spec,
      pbr: true,
      meshOnly: false,
      enhance: false,
      draft: false,
    });
    const file = join(scratch, `input-${index}.glb`);
    writeFileSync(file, glb);
    files.push(file);
  }
  return files;
}

/** Both as a process of its own that reads a file and writes one, with the same options. */
async function besidePeer(files) {
  installPeers();
  const cli = join(PEER, 'node_modules/@gltf-transform/cli/bin/cli.js');
  const theirs = (file, who, options) => [
    cli,
    'optimize',
    file,
    `${file}.${who}.glb`,
    ...options.split(' '),
  ];
  const ours = (file) => [
    fileURLToPath(new URL('support/model-step.mjs', import.meta.url)),
    file,
    `${file}.ours.glb`,
    JSON.stringify({
      simplify: 0.2,
      textures: { format: 'webp', maxSize: 1024 },
      compress: 'meshopt',
    }),
  ];
  for (const [index, file] of files.entries()) {
    const times = await medians(
      {
        ours: () => run(ours(file)),
        theirs: () => run(theirs(file, 'theirs', THEIR_OPTIONS)),
        defaults: () => run(theirs(file, 'defaults', THEIR_DEFAULTS)),
      },
      { runs: 5 },
    );
    const [our, their, byDefault] = ['ours', 'theirs', 'defaults'].map(
      (who) => statSync(`${file}.${who}.glb`).size / 1024,
    );
    const what = `${PROMPTS[index]}, ${(statSync(file).size / 1e6).toFixed(0)} MB`;
    const rows = [
      [what, 'gltf-transform optimize', times.theirs, their, 1],
      [
        `${what}, its defaults`,
        'gltf-transform optimize, its defaults',
        times.defaults,
        byDefault,
        0.8,
      ],
    ];
    for (const [name, peer, ms, kilobytes, part] of rows) {
      report({ name: `${name}: time`, value: times.ours, target: part * ms, unit: 'ms', peer });
      report({ name: `${name}: size`, value: our, target: kilobytes, unit: 'KB', peer });
    }
  }
}

/** Geometry alone, of 500,000 triangles: the time, the memory and the bytes of gltfpack with its defaults beside. */
async function besidePacker() {
  const file = join(scratch, 'geometry.glb');
  const kind = { prompt: PROMPTS[0], seed: 'bench', quality: 'standard', faces: 500_000 };
  const all = { pbr: true, meshOnly: true, enhance: false, draft: false };
  writeFileSync(file, await makeModel({ ...kind, ...all }));
  const packer = join(PEER, 'node_modules/gltfpack/cli.js');
  const to = (who) => join(scratch, `geometry.${who}.glb`);
  const step = fileURLToPath(new URL('support/model-step.mjs', import.meta.url));
  const options = JSON.stringify({ simplify: 0.2, compress: 'meshopt' });
  const cases = {
    ours: [step, file, to('ours'), options],
    theirs: [packer, '-i', file, '-o', to('theirs'), '-si', '0.2', '-cc'],
    shortest: [
      fileURLToPath(new URL('support/shortest-pack.mjs', import.meta.url)),
      file,
      to('shortest'),
      '0.2',
    ],
  };
  const found = { ours: [], theirs: [], shortest: [] };
  for (let turn = 0; turn < (quick ? 3 : 5); turn++) {
    for (const [who, args] of Object.entries(cases)) {
      found[who].push(await measure(process.execPath, args));
    }
  }
  const of = (who, key) => median(found[who].map((each) => each[key]));
  const kilobytes = (who) => statSync(to(who)).size / 1024;
  for (const [who, peer, more] of [
    ['theirs', 'gltfpack', ''],
    ['shortest', 'the shortest program', ', against the same libraries'],
  ]) {
    const name = `geometry alone, simplified, meshopt${more}`;
    for (const [what, key, unit] of [
      ['time', 'ms', 'ms'],
      ['CPU time', 'cpu', 'ms'],
      ['memory', 'mb', 'MB'],
    ]) {
      const target = 1.1 * of(who, key);
      report({ name: `${name}: ${what}`, value: of('ours', key), target, unit, peer });
    }
    const value = kilobytes('ours');
    const target = (who === 'shortest' ? 1.01 : 1) * kilobytes(who);
    report({ name: `${name}: size`, value, target, unit: 'KB', peer });
  }
}

/** The peers and their lock stand in a folder of their own: nothing else needs it. */
function installPeers() {
  if (existsSync(join(PEER, 'node_modules/gltfpack'))) return;
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const flags = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync(command, [...args, ...flags], {
    cwd: PEER,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('the peers cannot be installed');
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(text))));
  });
}

async function alone(file) {
  const glb = readFileSync(file);
  const lods = [undefined, 0.5, 0.25, 0.1, 0.05].map((lod) => ({
    type: 'model',
    options: {
      textures: { format: 'webp', maxSize: 1024 },
      compress: 'meshopt',
      ...(lod === undefined ? {} : { lod }),
    },
  }));
  const make = async (steps) => {
    const opened = await openModel(glb, steps);
    for (const step of steps) await opened.make(step);
  };
  const times = await medians(
    {
      chain: () => make(lods),
      each: async () => {
        for (const step of lods) await make([step]);
      },
      shortest: () => shortestLods(glb, [0.5, 0.25, 0.1, 0.05]),
      thumbnail: () => renderThumbnail(glb, { format: 'webp' }),
      outline: () => shortestThumbnail(glb, 512),
    },
    { runs: 3 },
  );
  report({
    name: 'five LODs of 500,000 triangles, decoded once',
    value: times.chain,
    target: 0.6 * times.each,
    unit: 'ms',
    peer: 'each by itself',
  });
  report({
    name: 'five LODs of 500,000 triangles by the same libraries',
    value: times.chain,
    target: 1.1 * times.shortest,
    unit: 'ms',
    peer: 'the shortest program',
  });
  report({ name: 'a thumbnail, 512 px', value: times.thumbnail, target: 300, unit: 'ms' });
  // The limit of the row above: what it takes before a sample has light or texture.
  report({ name: 'an outline, 512 px', value: times.outline, target: 300, unit: 'ms' });
}

/** Many large models in the worker pool: this process is not counted, the pool and its workers are. */
async function memory(file) {
  const count = quick ? 4 : 40;
  const script = fileURLToPath(new URL('support/process-models.mjs', import.meta.url));
  const store = join(scratch, 'store');
  const started = performance.now();
  const peak = await treeMemory(
    spawn(process.execPath, [script, file, String(count), store], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const each = (performance.now() - started) / count;
  const what = `${count} GLBs of ${(statSync(file).size / 1e6).toFixed(0)} MB`;
  report({
    name: `${what}: memory of all processes`,
    value: peak / 2 ** 20,
    target: 1144,
    unit: 'MB',
  });
  report({ name: `${what}: time per GLB`, value: each, target: 4000, unit: 'ms' });
}
