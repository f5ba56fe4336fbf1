// Load over HTTP/2: each client sends its requests on one connection, which it shares with others.
import http2 from 'node:http2';
import { noteMoved, type ResponseCallback, type Connection } from './connection.ts';
import type { RequestSender } from './web-socket-client.ts';

/** Starts HTTP/2 on a connection whose TLS handshake has selected it. */
export function openHttp2(connection: Connection, authority: string): http2.ClientHttp2Session {
  return http2.connect(`https://${authority}`, { createConnection: () => connection.socket });
}

/** Returns a client whose requests are streams of `session`; `path` is the path that they request. */
export function http2Lane(session: http2.ClientHttp2Session, authority: string, path: string): RequestSender {
  const fields = [
    ':method',
    'GET',
    ':path',
    path,
    ':scheme',
    'https',
    ':authority',
    authority,
    'user-agent',
    'bench',
    'accept',
    '*/*',
    'accept-encoding',
    'gzip, deflate, br',
  ];
  return {
    send: (_bytes, _uploadBytes, onResponse) => ask(session, fields, onResponse),
    close: () => session.destroy(),
  };
}

function ask(
  session: http2.ClientHttp2Session,
  fields: readonly string[],
  onResponse: ResponseCallback,
): void {
  const stream = session.request(fields, { endStream: true });
  let status = 0;
  stream.on('response', (headers) => {
    status = Number(headers[':status']);
  });
  stream.on('data', (bytes: Buffer) => noteMoved(bytes.length));
  stream.on('error', () => undefined);
  stream.on('close', () => onResponse(status === 200 ? null : `the answer was ${status}`));
}
