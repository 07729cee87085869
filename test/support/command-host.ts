import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Ran } from './run-node.ts';

const HOST = fileURLToPath(new URL('command-host.mjs', import.meta.url));

/** Hosts that wait for another run; more than these are let go. Twenty machines begin at once in some tests. */
const IDLE = 20;

/** A host is let go after so many runs: each leaves a module behind. */
const RUNS = 200;

interface Host {
  readonly child: ChildProcess;
  runs: number;
}

const idle: Host[] = [];

interface HostedRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Variables that are read when Node starts, and never again. */
const AT_START = /^(?:NODE_|UV_|SSL_CERT_|OPENSSL_|LD_)/;

/** True where a run has one of those that this process has not. */
export function needsOwnProcess(env: NodeJS.ProcessEnv): boolean {
  return Object.entries(env).some(
    ([name, value]) => AT_START.test(name) && value !== process.env[name],
  );
}

/** A program that goes on while the test does something to it. */
export interface HostedProcess {
  /** May be killed: then it runs nothing more. */
  readonly child: ChildProcess;
  /** Its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  stdout(): string;
  stderr(): string;
}

/**
 * Starts a program of Node in a process that has run it before, where one is free. Several at once run in several
 * processes. Whoever counts what it loads starts it otherwise.
 */
export function startHosted(
  program: string,
  args: readonly string[],
  { cwd, env }: HostedRun,
): HostedProcess {
  const host = idle.pop() ?? start(env);
  const { child } = host;
  const said = { stdout: '', stderr: '' };
  const mark = `\0${randomUUID()}\0`;
  const ended = new Promise<number | null>((resolve) => {
    let code: number | null = null;
    const add = {
      stdout: (text: string): void => hear('stdout', text),
      stderr: (text: string): void => hear('stderr', text),
    };
    const hear = (name: keyof typeof said, text: string): void => {
      said[name] += text;
      settle();
    };
    const settle = (): void => {
      if (code === null || !isWhole(said.stdout, mark) || !isWhole(said.stderr, mark)) return;
      finish(code);
      rest(host);
    };
    const onMessage = (message: unknown): void => {
      if (typeof message !== 'number') return;
      code = message;
      settle();
    };
    const finish = (last: number | null): void => {
      child.off('message', onMessage).off('close', finish);
      child.stdout?.off('data', add.stdout);
      child.stderr?.off('data', add.stderr);
      resolve(last);
    };
    // Closed, it ended itself by `process.exit`, by an error that nobody caught, or was killed.
    child.on('message', onMessage).on('close', finish);
    child.stdout?.on('data', add.stdout);
    child.stderr?.on('data', add.stderr);
    child.ref();
    child.send({ program, args, cwd, env, mark });
  });
  const own = (text: string): string => text.split(mark)[1] ?? '';
  return { child, ended, stdout: () => own(said.stdout), stderr: () => own(said.stderr) };
}

/** A run's text stands between two marks. What is before or behind them belongs to no run: a timer may still tell it. */
function isWhole(text: string, mark: string): boolean {
  return text.split(mark).length > 2;
}

/** Runs a program as {@link startHosted} does, and never throws: a failed run is a result. */
export async function runHosted(
  program: string,
  args: readonly string[],
  options: HostedRun,
): Promise<Ran> {
  const run = startHosted(program, args, options);
  const code = (await run.ended) ?? 1;
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

function rest(host: Host): void {
  host.runs += 1;
  if (idle.length >= IDLE || host.runs >= RUNS) {
    host.child.disconnect();
    return;
  }
  host.child.unref();
  idle.push(host);
}

function start(env: NodeJS.ProcessEnv): Host {
  // What else this process was started with is the test runner's.
  const execArgv = process.execArgv.filter((each) => each.startsWith('--interrupt-budget='));
  const child = fork(HOST, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv });
  child.stdout?.setEncoding('utf8');
  child.stderr?.setEncoding('utf8');
  const host = { child, runs: 0 };
  child.once('exit', () => {
    const at = idle.indexOf(host);
    if (at !== -1) idle.splice(at, 1);
  });
  return host;
}
