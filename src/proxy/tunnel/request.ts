// A client's request for a tunnel, by CONNECT, by SOCKS, or by a connection that was redirected to the proxy.
import type { Duplex } from 'node:stream';
import type { Client } from '../../flow/client.ts';
import type { HostPort } from '../../net/open.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { TunnelResponder } from './responder.ts';

export interface TunnelRequest {
  /** The client's stream, from which the request has been read. */
  readonly stream: Duplex;
  readonly target: HostPort;
  readonly client: Client;
  readonly context: ProxyContext;
  readonly responder: TunnelResponder;
}
