import { BlockList, isIP } from 'node:net';
import { bareHost } from './addresses.ts';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a connection goes. */
export interface Target {
  /** `https:` or `http:`. */
  readonly protocol: string;
  readonly hostname: string;
  /** Empty or missing: the protocol's own. */
  readonly port?: string | null | undefined;
}

/** A proxy that cannot be used, or that does not let a connection through. Its message holds no password. */
export class ProxyError extends Error {
  override readonly name: string = 'ProxyError';
  /** True where another try would be answered alike. */
  readonly code: 'ERR_PROXY' | 'ERR_PROXY_REFUSED';

  constructor(
    message: string,
    facts: { readonly isFinal?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: facts.cause });
    this.code = facts.isFinal === true ? 'ERR_PROXY_REFUSED' : 'ERR_PROXY';
  }
}

/** Whether the environment names any proxy. */
export function namesProxy(env: Environment): boolean {
  return variable(env, 'https_proxy') !== '' || variable(env, 'http_proxy') !== '';
}

/**
 * The proxy for a connection, as curl, npm and git find it: `HTTPS_PROXY` or `HTTP_PROXY` by the target's protocol,
 * unless `NO_PROXY` names its host. Names in lower case come first. This machine is never asked for through a proxy.
 *
 * @throws ProxyError for a variable that is no URL of a proxy
 */
export function proxyOf(target: Target, env: Environment): URL | null {
  const name = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const text = variable(env, name);
  if (text === '' || isThisMachine(target.hostname) || isExcepted(target, env)) return null;
  const told = name.toUpperCase();
  let proxy: URL;
  try {
    proxy = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  } catch {
    throw new ProxyError(`${told} in the environment is not a URL`, { isFinal: true });
  }
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:') {
    const message = `${told} in the environment: expected an http or https URL, found ${proxy.protocol}//…`;
    throw new ProxyError(message, { isFinal: true });
  }
  return proxy;
}

function variable(env: Environment, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

function isThisMachine(host: string): boolean {
  const bare = bareHost(host);
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return bare === '::1' || bare === 'localhost' || bare.endsWith('.localhost');
}

/** `*`, names with all below them (with a dot or `*.` before them or not), addresses, and ranges of addresses; with a port or not. */
function isExcepted({ protocol, hostname, port }: Target, env: Environment): boolean {
  const host = bareHost(hostname);
  const number = port == null || port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return variable(env, 'no_proxy')
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] = /^(\[[^\]]*\]|[^:]*|[^:]*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (name === '' || (only !== undefined && only !== number)) return false;
      return isIP(host) === 0 ? isBelow(host, name) : isIn(host, bareHost(name));
    });
}

function isBelow(host: string, name: string): boolean {
  const bare = bareHost(name).replace(/^\*?\./, '');
  return host === bare || host.endsWith(`.${bare}`);
}

function isIn(address: string, range: string): boolean {
  const [net = '', prefix] = range.split('/');
  const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(net) === 0 || isIP(net) !== isIP(address)) return false;
  const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix);
  const list = new BlockList();
  try {
    list.addSubnet(net, bits, family);
  } catch {
    return false;
  }
  return list.check(address, family);
}
