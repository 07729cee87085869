// npm run scale -- --soak [ASSETS]: one build of 2,000 images against a service that answers 50
// requests a second, over a real socket, with the defaults: how near does it come to the time that
// the rate allows? Then the same build with nothing to do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const PER_SECOND = 50;

/** @param load imports a TypeScript file of the repository */
export async function soak(load, assets) {
  const { startPaidService } = await load('test/support/paid-service.ts');
  const { cleanEnv } = await load('test/support/env.ts');
  const rows = [];
  for (const [told, refusal] of [
    ['nothing', () => ({})],
    ['Retry-After: 1', () => ({ 'retry-after': '1' })],
    ['Retry-After: 0', () => ({ 'retry-after': '0' })],
  ]) {
    rows.push({ told, ...(await play(startPaidService, cleanEnv, assets, refusal)) });
    console.log(JSON.stringify(rows.at(-1)));
  }
  return rows;
}

async function play(startPaidService, cleanEnv, assets, refusal) {
  let tokens = PER_SECOND;
  let at = performance.now();
  const counts = { passed: 0, refused: 0 };
  const paid = await startPaidService({
    refusal,
    onRequest(operation) {
      if (operation === 'file') return 'answer';
      const now = performance.now();
      tokens = Math.min(PER_SECOND, tokens + ((now - at) * PER_SECOND) / 1000);
      at = now;
      if (tokens < 1) {
        counts.refused += 1;
        return 'refuse';
      }
      tokens -= 1;
      counts.passed += 1;
      return 'answer';
    },
  });
  const root = await mkdtemp(path.join(tmpdir(), 'assetgen-soak-'));
  const names = Array.from({ length: assets }, (_each, index) => `image-${index}`);
  const manifest = Object.fromEntries(
    names.map((name) => [name, { kind: 'image', prompt: name, outputs: ['png'] }]),
  );
  await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets: manifest }));
  const env = cleanEnv({
    ASSETGEN_API_URL: paid.url,
    ASSETGEN_API_KEY: 'secret-key',
    ASSETGEN_CACHE_DIR: path.join(root, 'cache'),
  });
  const build = async () => {
    const started = performance.now();
    const child = spawn(process.execPath, [MAIN, 'build'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.on('data', (text) => (told = `${told}${text}`.slice(-4_000)));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`the build ended with ${code}:\n${told}`);
    return (performance.now() - started) / 1000;
  };
  const seconds = await build();
  const creates = [...paid.accepted.values()];
  const warm = [];
  for (let count = 0; count < 5; count += 1) warm.push(await build());
  await paid.close();
  await rm(root, { recursive: true, force: true });
  const possible = counts.passed / PER_SECOND - 1;
  return {
    assets,
    requests: counts.passed,
    refused: counts.refused,
    seconds: Number(seconds.toFixed(1)),
    possible: Number(possible.toFixed(1)),
    ratio: Number((seconds / possible).toFixed(3)),
    twice: creates.filter((count) => count !== 1).length,
    warm: Number(warm.sort((a, b) => a - b)[2].toFixed(2)),
  };
}
