// Host and port as a request names them.

export interface Authority {
  /** Lower case, IPv6 without brackets. */
  readonly host: string;
  /** Null when it is left to the scheme. */
  readonly port: number | null;
}

/** Reads `host[:port]`; null when it is none. */
export function readAuthority(authority: string): Authority | null {
  const match = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(authority.toLowerCase());
  if (match === null) return null;
  const [, bracketed, name = '', port] = match;
  return { host: bracketed ?? name, port: port === undefined ? null : Number(port) };
}
