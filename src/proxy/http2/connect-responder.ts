// Responds to CONNECT over HTTP/2, on its stream.
import type http2 from 'node:http2';
import type { TunnelResponder } from '../tunnel/responder.ts';
import { refuse } from './refusal.ts';
import { respond } from './respond.ts';

export function connectStreamResponder(stream: http2.ServerHttp2Stream): TunnelResponder {
  return {
    established: () => {
      // A client that has left meanwhile is noticed as in any other tunnel.
      if (!stream.destroyed && !stream.closed) respond(stream, 200, []);
    },
    refused: (_, error) => refuse(stream, error),
  };
}
