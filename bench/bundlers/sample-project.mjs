// Projects of many files, made by `assetgen build` from a service that gives models of any size.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** A build keeps what it found only of files that nobody touched for two seconds. */
export const SETTLED_MS = 2100;

/** Without what would change a build. */
export const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== 'CI' && !name.startsWith('ASSETGEN_')),
);

/**
 * A project whose lock and cache hold `count` models of `bytes` each; its outputs lie below
 * `.assetgen/files`.
 */
export async function makeModels(folder, count, bytes) {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const names = Array.from({ length: count }, (_each, index) => `m${index}`);
  const uuid = (index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const assets = Object.fromEntries(
    names.map((name, index) => [name, { kind: 'model', uuid: uuid(index) }]),
  );
  writeFileSync(join(folder, 'assets.gen.json'), JSON.stringify({ assets }));
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url.startsWith('/files/')) {
        response.end(glb(bytes, Number(request.url.slice('/files/'.length))));
        return;
      }
      const index = Number(/([0-9]{12})/.exec(Buffer.concat(chunks).toString())?.[1]);
      response.setHeader('content-type', 'application/json');
      const modelUrl = `http://${request.headers.host}/files/${index}`;
      response.end(JSON.stringify({ codeStatus: 0, message: '', modelUrl }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await run([join(REPOSITORY, 'dist/main.js'), 'build', '--root', folder], {
    cwd: folder,
    env: {
      ...env,
      ASSETGEN_API_URL: `http://127.0.0.1:${server.address().port}`,
      ASSETGEN_API_KEY: 'bench',
      ASSETGEN_CACHE_DIR: join(folder, 'cache'),
    },
  });
  server.closeAllConnections();
  server.close();
  return names.map((name) => `${name}.glb`);
}

/** Images that are scaled here, without a service: `sources` holds them as they were. */
export async function makeImages(folder, count) {
  const { default: sharp } = await import('sharp');
  const sources = join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const names = Array.from({ length: count }, (_each, index) => `i${index}`);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 };
  for (const name of names) {
    const create = { width: 256, height: 256, channels: 3, background: 'white', noise };
    await sharp({ create })
      .png()
      .toFile(join(sources, `${name}.png`));
  }
  const outputs = [{ format: 'webp', width: 64 }];
  const assets = Object.fromEntries(
    names.map((name) => [name, { kind: 'image', source: `./sources/${name}.png`, outputs }]),
  );
  writeFileSync(join(folder, 'assets.gen.json'), JSON.stringify({ assets }));
  const cache = join(folder, 'cache');
  await run([join(REPOSITORY, 'dist/main.js'), 'build', '--root', folder], {
    cwd: folder,
    env: {
      ...env,
      ASSETGEN_CACHE_DIR: cache,
      ASSETGEN_API_URL: 'http://127.0.0.1:9',
      ASSETGEN_API_KEY: 'bench',
    },
  });
  return { files: names.map((name) => `${name}.64w.webp`), sources };
}

/** A triangle, and bytes that belong to no accessor: other ones for every number. */
function glb(bytes, number) {
  const json = Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: 3,
          type: 'VEC3',
          min: [0, 0, 0],
          max: [1, 1, 0],
        },
      ],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 12345678 }],
    }).replace('12345678', String(bytes - 1000).padStart(8)),
  );
  const text = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, 0x20)]);
  const binary = Buffer.alloc(bytes - 1000);
  new Float32Array(binary.buffer, binary.byteOffset, 9).set([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  let state = number + 1;
  for (let at = 36; at + 4 <= binary.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    binary.writeUInt32LE(state, at);
  }
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + binary.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16, 'latin1');
  const middle = Buffer.alloc(8);
  middle.writeUInt32LE(binary.length, 0);
  middle.write('BIN\0', 4, 'latin1');
  return Buffer.concat([head, text, middle, binary]);
}

async function run(args, options) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`${args.join(' ')} ended with ${code}
${told}`);
  await delay(SETTLED_MS);
}
