import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/**
 * What a connection may reach. `public`: the internet alone. `network`: private networks and this
 * machine too, but no link-local address, where clouds hand out credentials. `any`: a host that you
 * named yourself.
 */
export type Reach = 'public' | 'network' | 'any';

/** IPv4 that is no public unicast: the special-purpose registry of RFC 6890, and multicast. */
const SPECIAL_V4 = rangesOf('ipv4', [
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
]);

/** All that was ever given out as global unicast (RFC 4291, section 2.4). */
const GLOBAL_V6 = rangesOf('ipv6', [['2000::', 3]]);

/** Within it: Teredo (RFC 4380) and other protocols' own, 6to4 (RFC 3056). Each may wrap any IPv4. */
const TUNNELS_V6 = rangesOf('ipv6', [
  ['2001::', 23],
  ['2002::', 16],
]);

const LINK_LOCAL_V4 = rangesOf('ipv4', [['169.254.0.0', 16]]);
/** With the address where a cloud answers by IPv6, which stands in a private range. */
const LINK_LOCAL_V6 = rangesOf('ipv6', [
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
]);

/** Names that mean this machine or a private network, whatever a resolver says. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

function rangesOf(
  family: 'ipv4' | 'ipv6',
  nets: readonly (readonly [net: string, prefix: number])[],
): BlockList {
  const ranges = new BlockList();
  for (const [net, prefix] of nets) ranges.addSubnet(net, prefix, family);
  return ranges;
}

/**
 * True for an address literal that is no public unicast address, and for names that always mean
 * this machine or a private network. IPv6 that wraps IPv4 counts as what it wraps where it is mapped
 * (`::ffff:0:0/96`) or translated (NAT64, `64:ff9b::/96`), and as private in every other form
 * (IPv4-compatible, 6to4, Teredo, site-local).
 */
export function isPrivateAddress(host: string): boolean {
  const bare = bareHost(host);
  const family = isIP(bare);
  if (family === 0) return isPrivateName(bare);
  if (family === 4) return SPECIAL_V4.check(bare, 'ipv4');
  const wrapped = wrappedV4(bare);
  if (wrapped !== null) return SPECIAL_V4.check(wrapped, 'ipv4');
  return !GLOBAL_V6.check(bare, 'ipv6') || TUNNELS_V6.check(bare, 'ipv6');
}

function isLinkLocal(host: string): boolean {
  const bare = bareHost(host);
  const family = isIP(bare);
  if (family === 0) return bare === 'metadata.google.internal';
  const v4 = family === 4 ? bare : wrappedV4(bare);
  return v4 === null ? LINK_LOCAL_V6.check(bare, 'ipv6') : LINK_LOCAL_V4.check(v4, 'ipv4');
}

/** Whether a connection of this reach may go to an address or a name as it is written. */
export function allows(reach: Reach, host: string): boolean {
  if (reach === 'any') return true;
  return reach === 'network' ? !isLinkLocal(host) : !isPrivateAddress(host);
}

/** As two spellings of a host are compared: no brackets, no dot at the end, no zone, lower case. */
export function bareHost(host: string): string {
  return host
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** A name without a dot is one of the machine's own network: no public host has one. */
function isPrivateName(name: string): boolean {
  return (
    !name.includes('.') || PRIVATE_NAMES.some((each) => name === each || name.endsWith(`.${each}`))
  );
}

/** The IPv4 within a mapped address or one of NAT64 (RFC 6052); null for any other. */
function wrappedV4(address: string): string | null {
  const groups = groupsOf(address);
  const [first, second] = groups;
  const rest = groups.slice(2, 6);
  const isNat64 = first === 0x64 && second === 0xff9b && rest.every((group) => group === 0);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isNat64 && !isMapped) return null;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address that `isIP` knows. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a = 0, b = 0, c = 0, d = 0] = dotted?.slice(2).map(Number) ?? [];
  const plain =
    dotted === null
      ? address
      : `${dotted[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const [before = '', after] = plain.split('::');
  const numbers = (text: string | undefined): number[] =>
    text === undefined || text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
  const [head, tail] = [numbers(before), numbers(after)];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

/** A connection that is not made, as it would go where it may not. */
export class ReachError extends Error {
  override readonly name: string = 'ReachError';
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Finds the addresses of a name, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * The lookup of a socket. It fails for a name with any address beyond the reach, and the socket
 * connects to no other than the addresses that were looked at: a name that resolves to something
 * else a moment later gains nothing.
 */
export function guardedLookup(reach: Reach, resolve: Resolve = lookup) {
  return function lookupWithin(
    hostname: string,
    options: LookupOptions,
    callback: LookupCallback,
  ): void {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const beyond = found.find((entry) => !allows(reach, entry.address));
      if (beyond !== undefined) {
        const error = `${hostname} resolves to a private address, ${beyond.address}`;
        callback(new ReachError(error), '');
        return;
      }
      const [head] = found;
      if (options.all === true || head === undefined) callback(null, found);
      else callback(null, head.address, head.family);
    });
  };
}
