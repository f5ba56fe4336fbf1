// Host and port of a request.
import { namesThisMachine } from '../session/engine/this-machine.ts';
import { isAliasHost } from '../base/alias-hosts.ts';
import type { LocalRequest } from '../base/local-http.ts';

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

/**
 * True when the request names the proxy in a way that DNS rebinding cannot: this machine with the proxy's own port, or a
 * name that only the proxy resolves, for which the default port of the scheme will do.
 */
export function namesProxy({ authority, secure }: LocalRequest, port: number): boolean {
  const named = readAuthority(authority);
  if (named === null) return false;
  const usedPort = named.port ?? (secure ? 443 : 80);
  if (isAliasHost(named.host)) return usedPort === port || usedPort === 80 || usedPort === 443;
  return usedPort === port && namesThisMachine(named.host);
}
