import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsOwnProcess, runHosted } from './command-host.ts';
import { cleanEnv } from './env.ts';
import { runNode } from './run-node.ts';
import type { Ran } from './run-node.ts';

/** The built command. */
export const MAIN: string = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface CommandResult extends Ran {
  /** The one JSON value of `--json`. */
  json<T = Record<string, unknown>>(): T;
}

/**
 * Runs the built command, in a process that may have run it before: each run has its arguments, folder, variables, exit
 * code and output to itself. Tests that kill it, or look at what it loads, start it with {@link runNode}.
 */
export async function runCommand(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CommandResult> {
  const ran = await runMain(args, { cwd, env: cleanEnv(env) });
  return { ...ran, json: <T>() => JSON.parse(ran.stdout) as T };
}

/** As {@link runCommand}, with the whole of its environment. */
export function runMain(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ran> {
  return needsOwnProcess(options.env)
    ? runNode([MAIN, ...args], options)
    : runHosted(MAIN, args, options);
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
