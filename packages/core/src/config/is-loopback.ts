/** Whether a host of a URL can only be this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname.endsWith('.localhost') || isThisMachine(hostname);
}

/** The same without `*.localhost`, which some resolvers ask the network for. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
