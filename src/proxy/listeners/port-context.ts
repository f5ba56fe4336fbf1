// The context of one port: what all ports share, with connections of its own.
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Client } from '../../flow/client.ts';
import type { ProxyContext } from '../shared/context.ts';
import { ClientConnection } from '../http1/client-connection.ts';
import { Http2Connection } from '../http2/connection.ts';
import type { RequestDestination } from '../shared/request-destination.ts';

/** The parts of a context that belong to one port, which `contextOf` sets. */
export const perPort: Pick<ProxyContext, 'serve' | 'serveHttp2' | 'connections'> = {
  serve: () => undefined,
  serveHttp2: () => undefined,
  connections: new Set(),
};

/** Returns a context whose connections can be ended separately. */
export function contextOf(shared: ProxyContext): ProxyContext {
  const own: Pick<ProxyContext, 'serve' | 'serveHttp2' | 'connections'> = {
    serve: (stream: Duplex, client: Client, destination: RequestDestination, first?: Buffer) => {
      if (stream instanceof TLSSocket && stream.alpnProtocol === 'h2')
        new Http2Connection(stream, true, client, destination, context);
      else new ClientConnection(stream, client, destination, context).start(first);
    },
    serveHttp2: (stream: Duplex, client: Client, destination: RequestDestination) => {
      new Http2Connection(stream, stream instanceof TLSSocket, client, destination, context);
    },
    connections: new Set(),
  };
  // The context inherits from `shared`, so that a change there reaches open connections.
  const context = Object.assign(Object.create(shared) as ProxyContext, own);
  return context;
}
