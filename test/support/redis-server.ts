import { createConnection } from 'node:net';
import { once } from 'node:events';
import { freePort, startServer } from './server-process.ts';
import { findTool } from './tools.ts';

/** False where redis-server is not installed: tests that need it skip. */
export const hasRedis: boolean = findTool('redis-server') !== undefined;

export interface RedisServer {
  /** `redis://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** FLUSHALL. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A Redis of its own on a private port, without persistence.
 * @param settings more options of redis-server: `['--maxmemory', '2mb']`
 * @param given the port; without one a free one
 */
export async function startRedis(
  settings: readonly string[] = [],
  given?: number,
): Promise<RedisServer> {
  const command = findTool('redis-server');
  if (command === undefined) throw new Error('redis-server is not installed');
  const port = given ?? (await freePort());
  const network = ['--port', String(port), '--bind', '127.0.0.1'];
  const { stop } = await startServer({
    command,
    args: [...network, '--save', '', '--appendonly', 'no', ...settings],
    isUp: () => ping(port),
  });
  const forget = () => say(port, 'FLUSHALL', /^\+OK/);
  return { url: `redis://127.0.0.1:${port}`, port, forget, stop };
}

// A password that is asked for is an answer too.
const ping = (port: number): Promise<void> => say(port, 'PING', /^\+PONG|^-NOAUTH/);

async function say(port: number, command: string, expected: RegExp): Promise<void> {
  const socket = createConnection({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!expected.test(answer.toString())) throw new Error(answer.toString());
  } finally {
    socket.destroy();
  }
}
