import { execFile } from 'node:child_process';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a program of Node and never throws: a failed run is a result. */
export function runNode(args: readonly string[], options: RunOptions): Promise<Ran> {
  return runProgram(process.execPath, args, options);
}

/** Runs any program and never throws. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { ...options, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}
