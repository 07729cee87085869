import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnv } from './env.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON value of `--json`. */
  json<T = Record<string, unknown>>(): T;
}

/** Runs the built command as a process of its own. */
export function runCommand(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: cleanEnv(env) });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T });
    });
  });
}

/** A fresh project folder with a manifest (an object or a text) and, where given, a config. */
export async function createProject(manifest: object | string, config?: object): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), 'project-'));
  await mkdir(root, { recursive: true });
  writeManifest(root, manifest);
  if (config !== undefined) {
    writeFileSync(path.join(root, 'assetgen.config.json'), JSON.stringify(config));
  }
  return root;
}

export function writeManifest(root: string, manifest: object | string): void {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2);
  writeFileSync(path.join(root, 'assets.gen.json'), text);
}
