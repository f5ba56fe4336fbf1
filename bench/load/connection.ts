// A client's connection, ready for requests: directly to an origin or through a proxy, with TLS on request.
import net from 'node:net';
import tls from 'node:tls';
import { PIECE } from '../origins/body.ts';
import type { Plan } from './plan.ts';

export type ProxyPath = Pick<Plan, 'port' | 'secure' | 'proxyPort' | 'tunnel'>;

/** A connection to read and write; `tcp` is the socket below its TLS, otherwise the same object. */
export interface Connection {
  readonly socket: net.Socket;
  readonly tcp: net.Socket;
}

/**
 * Connects. Verifies the server with `ca` (PEM); without one it accepts any certificate, which saves CPU in
 * the load generator.
 */
export async function connect(
  path: ProxyPath,
  host: string,
  alpn: 'h2' | 'http/1.1' = 'http/1.1',
  ca?: string,
): Promise<Connection> {
  const tcp = await opened(path.proxyPort ?? path.port, path.proxyPort === null ? host : '127.0.0.1');
  if (path.proxyPort !== null && (path.secure || path.tunnel))
    await askForTunnel(tcp, `${host}:${path.port}`);
  return { tcp, socket: path.secure ? await secured(tcp, host, alpn, ca) : tcp };
}

/** Returns the bytes of one request, without its body. */
export function requestHead(via: ProxyPath, host: string, path: string, uploadBytes: number): Buffer {
  const authority = `${host}:${via.port}`;
  const isAbsolute = via.proxyPort !== null && !via.secure && !via.tunnel;
  const method = uploadBytes === 0 ? 'GET' : 'POST';
  const lines = [
    `${method} ${isAbsolute ? `http://${authority}` : ''}${path} HTTP/1.1`,
    `Host: ${authority}`,
    'User-Agent: bench',
    'Accept: */*',
    'Accept-Encoding: gzip, deflate, br',
    ...(uploadBytes === 0
      ? []
      : [`Content-Length: ${uploadBytes}`, 'Content-Type: application/octet-stream']),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

let moved = 0;

/**
 * Returns the bytes of requests and responses that this process has sent and received; they tell a slow
 * exchange from a stuck one.
 */
export function bytesMoved(): number {
  return moved;
}

/** Counts bytes for clients that read responses themselves. */
export function noteMoved(bytes: number): void {
  moved += bytes;
}

/** Called when a response is complete, or with the reason why there is none. */
export type ResponseCallback = (error: string | null) => void;

/**
 * Sends requests on a connection, one at a time, and reads their responses; it only counts the bytes of their
 * bodies.
 */
export class Exchanges {
  readonly #socket: net.Socket;
  readonly #tcp: net.Socket;
  #onResponse: ResponseCallback | null = null;
  #partial: Buffer | null = null;
  #bodyLeft = 0;
  /** Called with each chunk of a body. */
  readonly #onBody: ((bytes: Buffer) => void) | undefined;

  constructor({ socket, tcp }: Connection, onBody?: (bytes: Buffer) => void) {
    this.#socket = socket;
    this.#tcp = tcp;
    this.#onBody = onBody;
    socket.on('data', (bytes: Buffer) => this.#received(bytes));
    socket.on('error', (error) => this.#settle(error.message));
    socket.on('close', () => this.#settle('the connection was closed'));
    socket.resume();
  }

  send(head: Buffer, uploadBytes: number, onResponse: ResponseCallback): void {
    this.#onResponse = onResponse;
    if (this.#socket.destroyed) {
      this.#settle('the connection was closed');
      return;
    }
    this.#socket.write(head);
    if (uploadBytes > 0) this.#upload(uploadBytes);
  }

  /**
   * Resets the connection. Closed in order, thousands of them would stay in the system's connection table for
   * a minute and make every look-up in it slower than on an idle machine.
   */
  close(): void {
    this.#onResponse = null;
    this.#tcp.resetAndDestroy();
  }

  #upload(bytes: number): void {
    let left = bytes;
    const send = (): void => {
      while (left > 0 && this.#socket.writable) {
        const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
        left -= piece.length;
        moved += piece.length;
        if (this.#socket.write(piece)) continue;
        this.#socket.once('drain', send);
        return;
      }
    };
    send();
  }

  #received(received: Buffer): void {
    moved += received.length;
    const bytes = this.#partial === null ? received : Buffer.concat([this.#partial, received]);
    this.#partial = null;
    const start = this.#bodyLeft > 0 ? 0 : this.#readHead(bytes);
    if (start < 0) return;
    const end = Math.min(bytes.length, start + this.#bodyLeft);
    this.#bodyLeft -= end - start;
    if (end > start) this.#onBody?.(bytes.subarray(start, end));
    if (this.#bodyLeft === 0) this.#settle(end < bytes.length ? 'bytes came behind the response' : null);
  }

  /** Returns the offset of the body; -1 when the head is incomplete or not the expected one. */
  #readHead(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n', 0, 'latin1');
    if (end < 0) {
      this.#partial = Buffer.from(bytes);
      return -1;
    }
    const head = bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (head.startsWith('HTTP/1.1 200') && length !== undefined) {
      this.#bodyLeft = Number(length);
      return end + 4;
    }
    this.#settle(`unexpected response: ${head.slice(0, 100)}`);
    this.#tcp.destroy();
    return -1;
  }

  #settle(error: string | null): void {
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    onResponse?.(error);
  }
}

function opened(port: number, host: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function askForTunnel(socket: net.Socket, authority: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const onData = (bytes: Buffer): void => {
      answer += bytes.toString('latin1');
      if (!answer.includes('\r\n\r\n')) return;
      socket.pause();
      done(/^HTTP\/1\.[01] 200 /.test(answer) ? null : `CONNECT was answered ${answer.slice(0, 40)}`);
    };
    const onError = (error: Error): void => done(error.message);
    const onClose = (): void => done('the connection was closed after CONNECT');
    const done = (error: string | null): void => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      if (error === null) resolve();
      else reject(new Error(error));
    };
    socket.on('data', onData).on('error', onError).on('close', onClose);
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  });
}

function secured(
  socket: net.Socket,
  host: string,
  alpn: string,
  ca: string | undefined,
): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const secure = tls.connect({
      socket,
      host,
      servername: net.isIP(host) === 0 ? host : '',
      rejectUnauthorized: ca !== undefined,
      ...(ca !== undefined && { ca }),
      ALPNProtocols: [alpn],
    });
    const hungUp = (): void => reject(new Error('the connection was closed during the TLS handshake'));
    secure.once('error', reject);
    secure.once('close', hungUp);
    secure.once('secureConnect', () => {
      secure.off('error', reject).off('close', hungUp);
      resolve(secure);
    });
  });
}
