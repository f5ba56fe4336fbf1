// Streams of HTTP/2 connections: each lane asks on one connection, which it shares with others.
import http2 from 'node:http2';
import { noteMoved, type Answered, type Connection } from './connection.ts';
import type { Exchanging } from './web-socket-client.ts';

/** Speaks HTTP/2 on a connection whose TLS has agreed on it. */
export function openHttp2(connection: Connection, authority: string): http2.ClientHttp2Session {
  return http2.connect(`https://${authority}`, { createConnection: () => connection.socket });
}

/** A lane whose requests are streams of `session`; `path` is what they ask for. */
export function http2Lane(session: http2.ClientHttp2Session, authority: string, path: string): Exchanging {
  const fields = [
    ...[':method', 'GET', ':path', path, ':scheme', 'https', ':authority', authority],
    ...['user-agent', 'bench', 'accept', '*/*', 'accept-encoding', 'gzip, deflate, br'],
  ];
  return {
    send: (_bytes, _uploadBytes, answered) => ask(session, fields, answered),
    close: () => session.destroy(),
  };
}

function ask(session: http2.ClientHttp2Session, fields: readonly string[], answered: Answered): void {
  const stream = session.request(fields, { endStream: true });
  let status = 0;
  stream.on('response', (headers) => {
    status = Number(headers[':status']);
  });
  stream.on('data', (bytes: Buffer) => noteMoved(bytes.length));
  stream.on('error', () => undefined);
  stream.on('close', () => answered(status === 200 ? null : `the answer was ${status}`));
}
