import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAIN, runMain } from './command.ts';

const BASH = '/bin/bash';

/** The built command as a program that a shell script calls. */
export interface CommandShim {
  /** An executable file. */
  readonly file: string;
  close(): void;
}

/**
 * A program for scripts that call the command many times: it has the call run by a process that has run it before, and
 * prints and ends as that does. What the command reads from its input it does not get. Without a bash it starts the
 * command itself.
 */
export async function startCommandShim(): Promise<CommandShim> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shim-'));
  const file = path.join(folder, 'assetgen');
  const write = (lines: readonly string[]): void => {
    writeFileSync(file, `${lines.join('\n')}\n`);
    chmodSync(file, 0o755);
  };
  if (!existsSync(BASH)) {
    write(['#!/bin/sh', `exec "${process.execPath}" "${MAIN}" "$@"`]);
    return { file, close: () => undefined };
  }
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void answer(socket, folder);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  write([
    `#!${BASH}`,
    `exec 3<>/dev/tcp/127.0.0.1/${port}`,
    // An entry of the environment is never empty, which tells its end.
    `{ printf '%s\\0' "$PWD" "$#" "$@"; env -0; printf '\\0'; } >&3`,
    'read -r code said <&3',
    'cat "$said.out"; cat "$said.err" >&2',
    'exit "$code"',
  ]);
  return { file, close: () => server.close() };
}

async function answer(socket: Socket, folder: string): Promise<void> {
  const { cwd, args, env } = await callOf(socket);
  const { code, stdout, stderr } = await runMain(args, { cwd, env });
  const said = path.join(folder, randomUUID());
  writeFileSync(`${said}.out`, stdout);
  writeFileSync(`${said}.err`, stderr);
  socket.end(`${code} ${said}\n`);
}

interface Call {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

function callOf(socket: Socket): Promise<Call> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (!text.endsWith('\0\0')) return;
      const [cwd = '', count = '0', ...rest] = text.slice(0, -2).split('\0');
      const args = rest.slice(0, Number(count));
      const variables = rest.slice(Number(count)).map((entry) => {
        const at = entry.indexOf('=');
        return [entry.slice(0, at), entry.slice(at + 1)] as const;
      });
      // Until here came an argument without a letter.
      if (variables.length === 0) return;
      resolve({ cwd, args, env: Object.fromEntries(variables) });
    });
  });
}
