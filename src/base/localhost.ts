// Names that mean this machine whatever a name server says (RFC 6761 section 6.3).

/** Returns true for `localhost` and every name below it; a dot at the end does not matter. */
export function isLocalhostName(host: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return /(?:^|\.)localhost$/i.test(name);
}
