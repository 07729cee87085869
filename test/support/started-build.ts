import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { needsOwnProcess, startHosted } from './command-host.ts';
import { MAIN } from './command.ts';
import { cleanEnv } from './env.ts';

/** A build that goes on while the test does something to it. */
export interface StartedBuild {
  readonly child: ChildProcess;
  /** Its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  stderr(): string;
}

/**
 * Starts the built command without waiting for it, in a process that may have run it before.
 * @param through a program that runs it, with its arguments: `['faketime', '-f', '+1d']`
 */
export function startBuild(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = ['build'],
  through: readonly string[] = [],
): StartedBuild {
  const options = { cwd, env: cleanEnv(env) };
  if (through.length === 0 && !needsOwnProcess(options.env)) {
    return startHosted(MAIN, args, options);
  }
  const [program = process.execPath, ...rest] = [...through, process.execPath, MAIN, ...args];
  const child = spawn(program, rest, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  return {
    child,
    ended: once(child, 'close').then(([code]) => code as number | null),
    stderr: () => told,
  };
}
