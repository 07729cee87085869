import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { cleanEnv } from './env.ts';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\//;

/** A bundler's dev server as its command starts it. */
export interface DevCommand {
  /** With a slash at its end. */
  readonly url: string;
  /** What its terminal has so far, of both streams. */
  said(): string;
  stop(): Promise<void>;
}

/** Starts a command of Node and waits until it says its address on 127.0.0.1. */
export async function startDevCommand(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<DevCommand> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString()));
  }
  while (!ADDRESS.test(said)) {
    if (child.exitCode !== null) throw new Error(said);
    await delay(50);
  }
  return {
    url: ADDRESS.exec(said)![0],
    said: () => said,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * A test of a suite that fails says what stood last in the terminal and in the page's console: what is rare cannot be
 * looked at again.
 * @returns hears a page's console from now on
 */
export function tellWhatFailedSaid(server: () => DevCommand | undefined): (page: Page) => void {
  const lines: string[] = [];
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    console.error(server()?.said().slice(-4_000));
    console.error(lines.slice(-40).join('\n'));
  });
  return (page) =>
    void page.on('console', (message) => {
      lines.push(`${new Date().toISOString()} ${message.text().slice(0, 200)}`);
    });
}
