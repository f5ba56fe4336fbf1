// A client's WebSocket on a connection: sends a masked message, and waits for the server's echo.
import { noteMoved, type ResponseCallback, type Connection, type ProxyPath } from './connection.ts';

/** A protocol on which a client of the load generator sends requests. */
export interface RequestSender {
  /**
   * Sends one request; calls `answered` when its response is complete, or with the reason why there is none.
   */
  send(bytes: Buffer, uploadBytes: number, onResponse: ResponseCallback): void;
  close(): void;
}

/** Returns a masked text message of `bytes` bytes, at most 64 KiB. */
export function maskedMessage(bytes: number): Buffer {
  const key = [0x5a, 0xc3, 0x99, 0x17];
  const head = bytes < 126 ? [0x81, 0x80 | bytes] : [0x81, 0x80 | 126, bytes >> 8, bytes & 255];
  const payload = Array.from({ length: bytes }, (_, at) => (97 + (at % 26)) ^ key[at % 4]!);
  return Buffer.from([...head, ...key, ...payload]);
}

/** Returns the server's echo: the same message, not masked. */
export function plainMessage(bytes: number): Buffer {
  const head = bytes < 126 ? [0x81, bytes] : [0x81, 126, bytes >> 8, bytes & 255];
  return Buffer.from([...head, ...Array.from({ length: bytes }, (_, at) => 97 + (at % 26))]);
}

/** Upgrades the connection; rejects when the response is not a 101. */
export async function openWebSocket(
  connection: Connection,
  path: ProxyPath,
  host: string,
): Promise<RequestSender> {
  const authority = `${host}:${path.port}`;
  const isAbsolute = path.proxyPort !== null && !path.secure && !path.tunnel;
  const { socket } = connection;
  socket.write(
    [
      `GET ${isAbsolute ? `http://${authority}` : ''}/echo HTTP/1.1`,
      `Host: ${authority}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      '',
      '',
    ].join('\r\n'),
  );
  await new Promise<void>((resolve, reject) => {
    let answer = '';
    const onData = (bytes: Buffer): void => {
      answer += bytes.toString('latin1');
      if (!answer.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      if (answer.startsWith('HTTP/1.1 101')) resolve();
      else reject(new Error(`the upgrade was answered ${answer.slice(0, 40)}`));
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.resume();
  });
  return new Echoes(connection);
}

class Echoes implements RequestSender {
  readonly #connection: Connection;
  #onResponse: ResponseCallback | null = null;
  #left = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    const { socket } = connection;
    socket.on('data', (bytes: Buffer) => this.#received(bytes.length));
    socket.on('error', (error) => this.#settle(error.message));
    socket.on('close', () => this.#settle('the connection was closed'));
  }

  send(message: Buffer, _uploadBytes: number, onResponse: ResponseCallback): void {
    this.#onResponse = onResponse;
    // The echo has no masking key.
    this.#left = message.length - 4;
    this.#connection.socket.write(message);
  }

  close(): void {
    this.#onResponse = null;
    this.#connection.tcp.resetAndDestroy();
  }

  #received(bytes: number): void {
    noteMoved(bytes);
    this.#left -= bytes;
    if (this.#left <= 0) this.#settle(this.#left === 0 ? null : 'more came back than was sent');
  }

  #settle(error: string | null): void {
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    onResponse?.(error);
  }
}
