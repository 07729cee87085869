import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Ran } from './run-node.ts';

const HOST = fileURLToPath(new URL('command-host.mjs', import.meta.url));

/** Hosts that wait for another run; more than these are let go. */
const IDLE = 3;

/** A host is let go after so many runs: each leaves a module behind. */
const RUNS = 200;

interface Host {
  readonly child: ChildProcess;
  /** What it printed since the last run. */
  readonly said: { stdout: string; stderr: string };
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

/**
 * Runs a program of Node in a process that has run it before, where one is free, and never throws: a failed run is a
 * result. Several at once run in several processes. Whoever wants to kill it, or counts what it loads, starts it
 * otherwise.
 */
export async function runHosted(
  program: string,
  args: readonly string[],
  { cwd, env }: HostedRun,
): Promise<Ran> {
  const host = idle.pop() ?? start(env);
  const { child, said } = host;
  const end = `\0${randomUUID()}\0`;
  const ran = await new Promise<Ran & { readonly isAlive: boolean }>((resolve) => {
    let code: number | null = null;
    const settle = (): void => {
      if (code === null || !said.stdout.endsWith(end) || !said.stderr.endsWith(end)) return;
      finish({ code, isAlive: true });
    };
    const onMessage = (message: unknown): void => {
      if (typeof message !== 'number') return;
      code = message;
      settle();
    };
    // It ended itself by `process.exit`, or by an error that nobody caught.
    const onClose = (exit: number | null): void => finish({ code: exit ?? 1, isAlive: false });
    const finish = (ended: { code: number; isAlive: boolean }): void => {
      child.off('message', onMessage).off('close', onClose);
      child.stdout?.off('data', settle);
      child.stderr?.off('data', settle);
      const [stdout, stderr] = [take('stdout'), take('stderr')];
      resolve({ stdout, stderr, ...ended });
    };
    const take = (name: 'stdout' | 'stderr'): string => {
      const text = said[name];
      said[name] = '';
      return text.endsWith(end) ? text.slice(0, -end.length) : text;
    };
    child.on('message', onMessage).on('close', onClose);
    child.stdout?.on('data', settle);
    child.stderr?.on('data', settle);
    child.ref();
    child.send({ program, args, cwd, env, end });
  });
  host.runs += 1;
  if (ran.isAlive) rest(host);
  return { code: ran.code, stdout: ran.stdout, stderr: ran.stderr };
}

function rest(host: Host): void {
  if (idle.length >= IDLE || host.runs >= RUNS) {
    host.child.disconnect();
    return;
  }
  host.child.unref();
  idle.push(host);
}

function start(env: NodeJS.ProcessEnv): Host {
  const child = fork(HOST, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  return { child, said, runs: 0 };
}
