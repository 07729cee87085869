import { spawn } from 'node:child_process';

/** Opens a file or an address by the program of the system that opens things; where there is none, nothing happens. */
export function openWithSystem(target: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', target]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', target]
        : ['xdg-open', target];
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
