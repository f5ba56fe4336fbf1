// How a CONNECT of HTTP/2 learns what became of its tunnel: by the response of its stream.
import type http2 from 'node:http2';
import type { TunnelResponder } from '../tunnel/responder.ts';
import { refuse } from './refusal.ts';
import { respond } from './respond.ts';

export function connectStreamResponder(stream: http2.ServerHttp2Stream): TunnelResponder {
  return {
    established: () => {
      // Whoever left meanwhile is noticed as in any other tunnel.
      if (!stream.destroyed && !stream.closed) respond(stream, 200, []);
    },
    refused: (_, error) => refuse(stream, error),
  };
}
