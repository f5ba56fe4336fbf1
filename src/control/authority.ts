// Host and port of a request.

export interface Authority {
  /** In lower case, IPv6 without brackets. */
  readonly host: string;
  /** Null when the port is the default of the scheme. */
  readonly port: number | null;
}

/** Parses `host[:port]`; null when malformed. */
export function readAuthority(authority: string): Authority | null {
  const match = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(authority.toLowerCase());
  if (match === null) return null;
  const [, bracketed, name = '', port] = match;
  return { host: bracketed ?? name, port: port === undefined ? null : Number(port) };
}
