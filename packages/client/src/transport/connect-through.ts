import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';
import connector from 'undici/lib/core/connect.js';
import { bareHost, ReachError } from './addresses.ts';
import type { guardedLookup } from './addresses.ts';
import { namesProxy, ProxyError, proxyOf } from './proxy-of.ts';
import type { Environment } from './proxy-of.ts';

export interface ConnectOptions {
  /** For the connection, its TLS handshake and the way through a proxy, each. Unit: milliseconds. */
  readonly timeout: number;
  /** Finds the addresses of a name, and refuses those beyond a reach. @default Node's own */
  readonly lookup?: ReturnType<typeof guardedLookup>;
  /** Ends what is not connected yet, and every connection: undici itself waits for the timeout. @default never */
  readonly signal?: AbortSignal;
}

/** How undici is to open sockets: by itself, or through the proxies that the environment names. */
export function connectThrough(
  { timeout, lookup, signal }: ConnectOptions,
  env: Environment,
): buildConnector.BuildOptions | buildConnector.connector {
  const stop = signal === undefined ? {} : { signal };
  const options = { timeout, ...stop, ...(lookup === undefined ? {} : { lookup }) };
  if (!namesProxy(env)) return options;
  const direct = connector(options);
  const secure = connector({ timeout, ...stop });

  async function open(target: buildConnector.Options): Promise<Socket> {
    const proxy = proxyOf(target, env);
    if (proxy === null) return openBy(direct, target);
    if (lookup !== undefined) await assertWithin(target.hostname, lookup);
    const isSecure = target.protocol === 'https:';
    const port = target.port === '' ? (isSecure ? '443' : '80') : target.port;
    const name = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname;
    const socket = await openTunnel(proxy, `${name}:${port}`, { timeout, ...stop });
    return isSecure ? openBy(secure, { ...target, httpSocket: socket }) : socket;
  }

  const connect = callbackify(open);
  return (target, callback) =>
    connect(target, (error, socket) => {
      if (error === null) callback(null, socket);
      else callback(error, null);
    });
}

function openBy(
  connect: buildConnector.connector,
  target: buildConnector.Options,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => {
      // Where it fails, undici leaves the socket out: its types have null there.
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

/** How long a name may take to be found. Behind a proxy it often cannot be: then the proxy alone knows. Unit: milliseconds. */
const LOOKUP_MS = 2_000;

/** @throws ReachError where the name is known here, and has an address beyond the reach */
async function assertWithin(
  hostname: string,
  lookup: NonNullable<ConnectOptions['lookup']>,
): Promise<void> {
  const error = await new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOKUP_MS, null);
    lookup(hostname, { all: true }, (found) => {
      clearTimeout(timer);
      resolve(found);
    });
  });
  if (error instanceof ReachError) throw error;
}

/**
 * Has a proxy connect to a host (RFC 9110, section 9.3.6).
 * @param host with its port
 * @throws ProxyError
 */
async function openTunnel(
  proxy: URL,
  host: string,
  { timeout, signal }: ConnectOptions,
): Promise<Socket> {
  const isSecure = proxy.protocol === 'https:';
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  const { username, password, port } = proxy;
  const own = proxy.hostname.replace(/^\[|\]$/g, '');
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const fail = (why: string, facts?: { isFinal?: boolean; cause?: unknown }): void =>
      reject(new ProxyError(`the proxy ${proxy.host} ${why}`, facts));
    const asked = request({
      method: 'CONNECT',
      host: own,
      // Node would take the Host header for it, which names where the tunnel leads. An address is no server name.
      servername: isIP(own) === 0 ? bareHost(own) : '',
      port: port === '' ? (isSecure ? 443 : 80) : Number(port),
      path: host,
      headers: { host, ...(username === '' ? {} : { 'proxy-authorization': authorization }) },
      agent: false,
      ...(signal === undefined ? {} : { signal }),
    });
    const timer = setTimeout(() => {
      fail(`does not answer within ${timeout / 1000} seconds`);
      asked.destroy();
    }, timeout);
    asked.once('error', (cause) => {
      clearTimeout(timer);
      fail('cannot be reached', { cause });
    });
    asked.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      clearTimeout(timer);
      if (statusCode < 200 || statusCode > 299) {
        socket.on('error', () => undefined).destroy();
        // It has to be told who asks, or it lets nobody there.
        const isFinal = statusCode >= 400 && statusCode < 500;
        return fail(`refuses the connection to ${host}: HTTP ${statusCode}`, { isFinal });
      }
      if (head.length > 0) socket.unshift(head);
      socket.setNoDelay(true);
      resolve(socket);
    });
    asked.end();
  });
}

/** Percent-encoded text; as it is where it holds a `%` that escapes nothing, as curl takes it. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
