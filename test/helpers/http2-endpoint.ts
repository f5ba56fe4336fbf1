// Endpoints of HTTP/2 in memory: what they send is collected, or goes to a peer.
import { Http2Endpoint } from '../../src/codec/http2/endpoint.ts';
import type { EndpointHandler } from '../../src/codec/http2/endpoint-options.ts';
import { WaitingCeiling } from '../../src/codec/http2/receive-credit.ts';

export interface MemoryEndpoint {
  readonly endpoint: Http2Endpoint;
  /** Returns what it has sent since the last call. */
  sent(): Buffer;
  /** The reason for its end; undefined while it is open. */
  readonly over: { reason: string | null } | undefined;
}

export function memoryEndpoint(
  isServer: boolean,
  handler: Partial<EndpointHandler>,
  limits: { readonly streamWindow?: number; readonly connectionWindow?: number } = {},
): MemoryEndpoint {
  const pieces: Buffer[] = [];
  let over: { reason: string | null } | undefined;
  const endpoint = new Http2Endpoint(
    {
      wake: () => undefined,
      write: (bytes, written) => {
        pieces.push(Buffer.from(bytes));
        written();
        return true;
      },
      waiting: 0,
      end: () => undefined,
    },
    {
      isServer,
      maxStreams: 100,
      streamWindow: limits.streamWindow ?? 65_535,
      connectionWindow: limits.connectionWindow ?? 1_000_000,
      maxFieldBytes: 65_536,
      ceiling: new WaitingCeiling(10_000_000),
      handler: { removed: () => undefined, over: (reason) => (over = { reason }), ...handler },
    },
  );
  return {
    endpoint,
    sent: () => {
      endpoint.flush();
      return Buffer.concat(pieces.splice(0));
    },
    get over() {
      return over;
    },
  };
}
