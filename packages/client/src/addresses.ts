import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Loopback, link-local, private, shared, multicast and unspecified ranges (RFC 6890). */
function privateRanges(): BlockList {
  const ranges = new BlockList();
  for (const [net, prefix] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const) {
    ranges.addSubnet(net, prefix, 'ipv4');
  }
  for (const [net, prefix] of [
    ['::', 127],
    ['64:ff9b:1::', 48],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ] as const) {
    ranges.addSubnet(net, prefix, 'ipv6');
  }
  return ranges;
}

const PRIVATE = privateRanges();

/** True for an address literal of a private range, and for names that always mean this machine. */
export function isPrivateAddress(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(bare);
  if (family === 0) {
    return bare === 'localhost' || bare.endsWith('.localhost') || bare.endsWith('.local');
  }
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1] ?? mappedHex(bare);
  if (mapped != null) {
    return PRIVATE.check(mapped, 'ipv4');
  }
  return PRIVATE.check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

/** `::ffff:7f00:1`, as URL writes an IPv4 address that is mapped into IPv6. */
function mappedHex(address: string): string | null {
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (match === null) {
    return null;
  }
  const [high, low] = [parseInt(match[1] ?? '0', 16), parseInt(match[2] ?? '0', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** dns.lookup that fails for a name with any private address, so that no name smuggles one in. */
export function publicLookup(
  hostname: string,
  options: LookupOptions,
  callback: LookupCallback,
): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) {
      callback(error, '');
      return;
    }
    if (found.some((entry) => isPrivateAddress(entry.address))) {
      callback(new Error(`${hostname} resolves to a private address`), '');
      return;
    }
    const [head] = found;
    if (options.all === true || head === undefined) {
      callback(null, found);
    } else {
      callback(null, head.address, head.family);
    }
  });
}

/** Whether a host is this machine or in a private network, by its name or by what it resolves to. */
export async function isPrivateHost(host: string): Promise<boolean> {
  if (isPrivateAddress(host)) {
    return true;
  }
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) {
    return false;
  }
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error, found) => {
      resolve(error === null && found.some((entry) => isPrivateAddress(entry.address)));
    });
  });
}
