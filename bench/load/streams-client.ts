// Load of what lives long over HTTP/2: WebSockets (RFC 8441) and gRPC calls, on a connection through the proxy.
import { once } from 'node:events';
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { connect, type ProxyPath } from './connection.ts';
import { maskedMessage, plainMessage } from './web-socket-client.ts';

/** The streams that are open at the same time. */
const CONCURRENT = 8;
const MESSAGES_A_SOCKET = 100;
const MESSAGE_BYTES = 1024;
/** The messages of each call in turn: most are unary, one is a long stream. */
const MESSAGES_A_CALL = [1, 1, 1, 1, 1, 1, 1, 100];

/** Sends load for a time, on a connection of its own; returns the number of messages. Rejects at the first failure. */
export type StreamsLoad = (path: ProxyPath, ca: string, seconds: number) => Promise<number>;

export const webSockets: StreamsLoad = (path, ca, seconds) =>
  load(path, ca, seconds, async (session) => {
    const message = maskedMessage(MESSAGE_BYTES);
    const stream = session.request(
      { ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/echo', 'sec-websocket-version': '13' },
      { endStream: false },
    );
    await untilStatus(stream, 200);
    await exchange(stream, message, plainMessage(MESSAGE_BYTES).length, MESSAGES_A_SOCKET);
    stream.end();
    stream.resume();
    await once(stream, 'close');
    return MESSAGES_A_SOCKET;
  });

export const grpcCalls: StreamsLoad = (path, ca, seconds) =>
  load(path, ca, seconds, async (session, turn) => {
    const count = MESSAGES_A_CALL[turn % MESSAGES_A_CALL.length] ?? 1;
    const stream = session.request(
      {
        ':method': 'POST',
        ':path': '/bench.Echo/Talk',
        'content-type': 'application/grpc',
        te: 'trailers',
      },
      { endStream: false },
    );
    const trailers = once(stream, 'trailers') as Promise<[http2.IncomingHttpHeaders]>;
    await untilStatus(stream, 200);
    await exchange(stream, GRPC_MESSAGE, GRPC_MESSAGE.length, count);
    stream.end();
    stream.resume();
    const [{ 'grpc-status': status }] = await trailers;
    if (status !== '0') throw new Error(`a call ended with status ${String(status)}`);
    return count;
  });

/** Not compressed, with its length (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md). */
const GRPC_MESSAGE = Buffer.concat([Buffer.from([0, 0, 0, 0, 200]), Buffer.alloc(200, 'x')]);

async function load(
  path: ProxyPath,
  ca: string,
  seconds: number,
  once: (session: ClientHttp2Session, turn: number) => Promise<number>,
): Promise<number> {
  const session = await openSession(path, ca);
  const end = performance.now() + seconds * 1000;
  let messages = 0;
  const work = async (): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn += 1) messages += await once(session, turn);
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    return messages;
  } finally {
    session.destroy();
  }
}

async function openSession(path: ProxyPath, ca: string): Promise<ClientHttp2Session> {
  const { socket } = await connect(path, 'localhost', 'h2', ca);
  const session = http2.connect(`https://localhost:${path.port}`, { createConnection: () => socket });
  session.on('error', () => undefined);
  await once(session, 'remoteSettings');
  return session;
}

async function untilStatus(stream: ClientHttp2Stream, wanted: number): Promise<void> {
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  const status = Number(headers[':status']);
  if (status !== wanted) throw new Error(`a stream was answered with ${status}`);
}

/** Sends messages, each after the answer to the one before. */
async function exchange(
  stream: ClientHttp2Stream,
  message: Buffer,
  answerBytes: number,
  count: number,
): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    stream.write(message);
    for (let left = answerBytes; left > 0;) {
      const piece = stream.read() as Buffer | null;
      if (piece === null) await once(stream, 'readable');
      else left -= piece.length;
    }
  }
}
