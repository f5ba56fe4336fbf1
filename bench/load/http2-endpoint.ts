// An HTTP/2 endpoint on a socket, for the load generator and the origin.
import type net from 'node:net';
import { Http2Endpoint } from '../../src/codec/http2/endpoint.ts';
import type { EndpointOptions } from '../../src/codec/http2/endpoint-options.ts';

/** Generous limits: the benchmark trusts its peers. */
export const HTTP2_LIMITS = {
  maxStreams: 1000,
  streamWindow: 1024 * 1024,
  connectionWindow: 64 * 1024 * 1024,
  maxFieldBytes: 64 * 1024,
} as const;

export function endpointOn(socket: net.Socket, options: EndpointOptions): Http2Endpoint {
  const endpoint = new Http2Endpoint(
    {
      wake: () => void setImmediate(() => endpoint.flush()),
      write: (bytes, written) => socket.destroyed || socket.write(bytes, written),
      get waiting() {
        return socket.writableLength;
      },
      end: () => void socket.end(),
    },
    options,
  );
  socket.on('data', (bytes: Buffer) => endpoint.receive(bytes));
  socket.on('drain', () => endpoint.drained());
  socket.on('error', () => undefined);
  socket.on('close', () => endpoint.ended(null));
  socket.resume();
  return endpoint;
}
