// Origins for what lives long: WebSockets, whose messages they send back, and gRPC calls, which they answer with the
// messages that they receive.
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import https from 'node:https';
import { WebSocketServer } from 'ws';

interface Credentials {
  readonly cert: string;
  readonly key: string;
}

/** Returns an origin of gRPC, which does not listen yet. */
export function grpcOrigin(credentials: Credentials): Http2SecureServer {
  const server = createSecureServer({ ...credentials });
  server.on('stream', (stream: ServerHttp2Stream) => {
    // A client that leaves resets its streams.
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.pipe(stream);
  });
  return server;
}

/** Returns an origin of WebSockets, which does not listen yet. */
export function webSocketOrigin(credentials: Credentials): https.Server {
  const server = https.createServer({ ...credentials });
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (message: Buffer) => socket.send(message));
  });
  return server;
}
