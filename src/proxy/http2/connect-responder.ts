// Responds to CONNECT over HTTP/2, on its stream.
import type { Http2Stream } from '../../codec/http2/stream.ts';
import type { TunnelResponder } from '../tunnel/responder.ts';
import { refuse } from './refusal.ts';
import { respond } from './respond.ts';

export function connectStreamResponder(stream: Http2Stream): TunnelResponder {
  return {
    // A client that has left meanwhile is noticed, as in any other tunnel.
    established: () => respond(stream, 200, []),
    refused: (_, error) => refuse(stream, error),
  };
}
