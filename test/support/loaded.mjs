// Which modules a run of Node loads, seen from outside: V8's coverage lists every script.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs Node to its end and lists the files that it loaded, ES modules and CommonJS alike.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv }} options
 * @returns {{ status: number | null, stdout: string, stderr: string, modules: string[] }}
 */
export function runTraced(args, { cwd, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args], {
      cwd,
      env: { ...env, NODE_V8_COVERAGE: folder },
      encoding: 'utf8',
    });
    const modules = readdirSync(folder)
      .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).result)
      .map((script) => script.url)
      .filter((url) => url.startsWith('file:'));
    return { status, stdout, stderr, modules };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a build with nothing to do must not load: steps and workers, their libraries, HTTP, the service. */
export const HEAVY =
  /\/node_modules\/(?:sharp|@img|@gltf-transform|undici|hono|@hono|gltf-validator|mediabunny|h264-mp4-encoder|meshoptimizer|draco3dgltf|h264decoder)\/|\/packages\/(?:render|generators)\/dist\/|\/packages\/service\/dist\/(?!index)|\/packages\/core\/dist\/(?:process\/(?:run-steps|families|pool)|node\/(?:open-step-pool|worker|fork-worker|steps-files))/;
