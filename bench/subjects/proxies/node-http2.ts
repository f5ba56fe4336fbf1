// The least that a proxy on node:http2 can do: answers CONNECT with one prepared certificate, forwards raw header lists
// over one connection an origin, and captures nothing. Its arguments are the port to listen on and the folder with the
// origin's certificate.
import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import { join } from 'node:path';

const [, , port, folder = ''] = process.argv;
const sessions = new Map<string, http2.ClientHttp2Session>();
const inner = http2.createSecureServer({
  cert: readFileSync(join(folder, 'origin.pem')),
  key: readFileSync(join(folder, 'origin.key')),
});

inner.on('stream', (stream: http2.ServerHttp2Stream, headers, _flags, raw: string[]) => {
  const upstream = sessionTo(headers[':authority'] ?? '').request(raw, { endStream: stream.endAfterHeaders });
  stream.on('error', () => upstream.close());
  upstream.on('error', () => stream.close());
  upstream.on('response', (_response, _responseFlags, fields: string[]) => {
    stream.respond(fields, asReceived);
    upstream.pipe(stream);
  });
  if (!stream.endAfterHeaders) stream.pipe(upstream);
});

/** Node supports the option though its types lack it. */
const asReceived: object = { sendDate: false };

function sessionTo(authority: string): http2.ClientHttp2Session {
  const known = sessions.get(authority);
  if (known !== undefined && !known.closed && !known.destroyed) return known;
  const session = http2.connect(`https://${authority}`);
  session.on('error', () => undefined);
  sessions.set(authority, session);
  return session;
}

net
  .createServer({ noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    client.once('data', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      inner.emit('connection', client);
    });
  })
  .listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 });
