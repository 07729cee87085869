import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server that a test started as a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** The end of what it has said. */
  output(): string;
  /** Stops it by its pid, and waits for its end. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Resolves once the server answers; asked again until then. */
  readonly isUp: () => Promise<void>;
  readonly stopBy?: NodeJS.Signals;
  readonly uid?: number;
  readonly gid?: number;
}

const UP_MS = 180_000;

/** A port of 127.0.0.1 that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts a server and waits until it answers; what it said stands in the error where it does not. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { command, args, cwd, env, isUp, stopBy = 'SIGTERM', uid, gid } = options;
  const child = spawn(command, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-4_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${said}`)));
  });
  ended.catch(() => undefined);
  const killed = (): void => void child.kill('SIGKILL');
  process.once('exit', killed);
  try {
    await Promise.race([ended, waitUntil(isUp)]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error instanceof Error ? error : new Error(`${command} does not answer:\n${said}`);
  }
  return {
    pid: child.pid ?? 0,
    output: () => said,
    async stop() {
      process.off('exit', killed);
      await stopChild(child, stopBy);
    },
  };
}

async function waitUntil(isUp: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + UP_MS;
  for (;;) {
    try {
      await isUp();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exit;
  clearTimeout(late);
}
