// Names that mean this machine regardless of any name server (RFC 6761 section 6.3).

/** Returns true for `localhost` and every name below it. A final dot is ignored. */
export function isLocalhostName(host: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return /(?:^|\.)localhost$/i.test(name);
}
