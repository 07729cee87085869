// Which modules a run of Node loads, seen from outside: V8's coverage lists every script.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs Node to its end and lists the files that it loaded, ES modules and CommonJS alike, and the
 * modules of ours that those files hold, by the paths of their sources.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv }} options
 * @returns {{ status: number | null, stdout: string, stderr: string, modules: string[], sources: string[] }}
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
      .flatMap((file) => scriptsIn(readFileSync(join(folder, file), 'utf8')))
      .map((script) => script.url)
      .filter((url) => url.startsWith('file:'));
    return { status, stdout, stderr, modules, sources: modules.flatMap(sourcesOf) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** None where the process was killed while it wrote: a worker that takes too long to end. */
function scriptsIn(text) {
  try {
    return JSON.parse(text).result;
  } catch {
    return [];
  }
}

/** The bundler writes a comment before what each module came to. */
function sourcesOf(url) {
  const [, folder] = /^file:\/\/(.+)\/dist\/(?!page\/)[^?#]+\.js$/.exec(url) ?? [];
  if (folder === undefined || folder.includes('/node_modules/')) return [];
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return [...text.matchAll(/^\/\/(?:#region)? (src\/.+\.ts)$/gm)].map(
    ([, source]) => `file://${folder}/${source}`,
  );
}

/** What a build with nothing to do must not load: steps and workers, their libraries, HTTP, the service. */
export const HEAVY =
  /\/node_modules\/(?:sharp|@img|@gltf-transform|undici|hono|@hono|gltf-validator|mediabunny|h264-mp4-encoder|meshoptimizer|draco3dgltf|h264decoder)\/|\/packages\/(?:service|render|generators)\/src\/|\/packages\/core\/src\/(?:process\/(?:run-steps|step-family|pool\/)|node\/steps\/)/;
