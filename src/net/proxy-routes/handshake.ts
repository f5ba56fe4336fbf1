// The handshake that opens a tunnel through a proxy, by CONNECT or SOCKS, without I/O: the caller reads and
// writes.
import { formatAuthority } from '../../codec/http1/target.ts';
import { SocksClient, type ClientOutcome, type ClientStep } from '../../codec/socks/client.ts';
import { basic } from './absolute-form.ts';
import { ConnectResponse } from './connect-response.ts';
import type { UpstreamProxy } from './proxy-route.ts';

export interface Handshake {
  /** Bytes to send first. */
  readonly first: Buffer;
  /** Reads bytes of the proxy. */
  read(bytes: Buffer): ClientStep;
}

/**
 * Starts the handshake for a tunnel to `host` and `port`. Throws an Error when the protocol cannot express
 * them.
 */
export function handshake(proxy: UpstreamProxy, host: string, port: number): Handshake {
  if (proxy.type === 'http' || proxy.type === 'https') return connect(proxy, host, port);
  const client = new SocksClient(proxy.type === 'socks5' ? 5 : 4, { host, port }, proxy.account);
  return { first: client.start(), read: (bytes) => client.read(bytes) };
}

const NOTHING = Buffer.alloc(0);

function connect({ account }: UpstreamProxy, host: string, port: number): Handshake {
  const authority = formatAuthority(host, port);
  const login = account === null ? '' : `Proxy-Authorization: ${basic(account)}\r\n`;
  const answer = new ConnectResponse();
  const step = (outcome: ClientOutcome): ClientStep => ({ send: NOTHING, outcome });
  return {
    first: Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`, 'latin1'),
    read: (bytes) => step(answer.read(bytes)),
  };
}
