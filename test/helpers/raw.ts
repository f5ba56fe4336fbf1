// Raw sockets for tests: a client and an origin that write any bytes.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import tls, { type TlsOptions } from 'node:tls';
import { within } from './waiting.ts';

/** One end of a connection, byte by byte under the test's control. What arrives is latin1. */
export class Raw implements AsyncDisposable {
  readonly stream: Duplex;
  /** Received bytes that `until` or `exactly` have not taken yet. */
  unread = '';
  /** The number of received bytes. */
  received = 0;
  /** True when the other side has ended its sending in order. */
  ended = false;
  /** True when the connection is closed. */
  closed = false;
  /** The error, when the connection did not end in order. */
  error: Error | null = null;
  #wake: (() => void)[] = [];

  constructor(stream: Duplex) {
    this.stream = stream;
    stream.on('data', (bytes: Buffer) => {
      this.received += bytes.length;
      this.unread += bytes.toString('latin1');
      this.#changed();
    });
    stream.on('end', () => {
      this.ended = true;
      this.#changed();
    });
    stream.on('error', (error) => {
      this.error = error;
      this.#changed();
    });
    stream.on('close', () => {
      this.closed = true;
      this.#changed();
    });
  }

  write(...parts: readonly (string | Buffer)[]): void {
    for (const part of parts)
      this.stream.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  }

  /** Ends our sending; receiving continues. */
  end(): void {
    this.stream.end();
  }

  /** Resets the connection. */
  reset(): void {
    if (this.stream instanceof net.Socket && !(this.stream instanceof tls.TLSSocket))
      this.stream.resetAndDestroy();
    else this.stream.destroy();
  }

  pause(): void {
    this.stream.pause();
  }

  resume(): void {
    this.stream.resume();
  }

  /** Takes everything through the first occurrence of `mark`; rejects when the other side ends first. */
  async until(mark: string): Promise<string> {
    await this.#when(() => this.unread.includes(mark), JSON.stringify(mark));
    return this.#take(this.unread.indexOf(mark) + mark.length);
  }

  /** Takes `length` bytes. */
  async exactly(length: number): Promise<string> {
    await this.#when(() => this.unread.length >= length, `${length} bytes`);
    return this.#take(length);
  }

  /** Takes the head of a message, through the empty line. */
  head(): Promise<string> {
    return this.until('\r\n\r\n');
  }

  /** Takes a whole response that is framed by its Content-Length. */
  async response(): Promise<{ readonly head: string; readonly body: string }> {
    const head = await this.head();
    const length = Number(/\r\ncontent-length:[ \t]*(\d+)/i.exec(head)?.[1] ?? 0);
    return { head, body: await this.exactly(length) };
  }

  /** Takes everything up to the end of the connection, in order or not. */
  async rest(): Promise<string> {
    await this.over();
    return this.#take(this.unread.length);
  }

  /** Resolves when the other side has ended its sending or the connection is closed. */
  async over(): Promise<void> {
    await this.#settled(() => this.ended || this.closed, 'the end of the connection');
  }

  /** Resolves when the connection is closed. */
  async gone(): Promise<void> {
    await this.#settled(() => this.closed, 'the connection to close');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stream.destroy();
    await this.gone();
  }

  #take(length: number): string {
    const taken = this.unread.slice(0, length);
    this.unread = this.unread.slice(length);
    return taken;
  }

  async #when(holds: () => boolean, what: string): Promise<void> {
    await this.#settled(() => holds() || this.ended || this.closed, what);
    if (!holds())
      throw new Error(
        `the connection ended before ${what}, after ${JSON.stringify(this.unread.slice(-500))}`,
      );
  }

  async #settled(holds: () => boolean, what: string): Promise<void> {
    if (holds()) return;
    await within(
      () => `${what}, after ${JSON.stringify(this.unread.slice(-500))}`,
      (async () => {
        while (!holds()) await new Promise<void>((resolve) => this.#wake.push(resolve));
      })(),
    );
  }

  #changed(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}

/** Opens a connection; half-closing is up to the test. */
export async function connectRaw(port: number, host = '127.0.0.1'): Promise<Raw> {
  const socket = net.connect({ port, host, allowHalfOpen: true, noDelay: true });
  const raw = new Raw(socket);
  await once(socket, 'connect');
  return raw;
}

export interface RawOrigin extends AsyncDisposable {
  readonly port: number;
  /** `127.0.0.1:<port>` */
  readonly authority: string;
  /** Resolves with the next connection, in order of arrival; inside TLS once the handshake is done. */
  next(): Promise<Raw>;
  /** The number of connections so far. */
  readonly count: number;
  /** The number of bytes received on all of them, inside TLS if it is TLS. */
  readonly received: number;
  /** Resolves when no connection is open. */
  empty(): Promise<void>;
}

/** Listens for connections, which the test controls; with a key and certificate inside TLS. */
export async function rawOrigin(host = '127.0.0.1', secured: TlsOptions | null = null): Promise<RawOrigin> {
  const arrived: Raw[] = [];
  const waiting: ((raw: Raw) => void)[] = [];
  const all = new Set<net.Socket>();
  const raws: Raw[] = [];
  let count = 0;
  const accept = (socket: net.Socket): void => {
    const raw = new Raw(socket);
    raws.push(raw);
    const taker = waiting.shift();
    if (taker === undefined) arrived.push(raw);
    else taker(raw);
  };
  // A TLS server that keeps half-closed connections would not notice those that end in the handshake.
  const server =
    secured === null
      ? net.createServer({ allowHalfOpen: true, noDelay: true }, accept)
      : tls.createServer({ ...secured, noDelay: true }, accept);
  server.on('connection', (socket: net.Socket) => {
    count += 1;
    all.add(socket);
    socket.on('close', () => all.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    authority: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
    next: () => {
      const first = arrived.shift();
      return first === undefined
        ? within('a connection', new Promise((resolve) => waiting.push(resolve)))
        : Promise.resolve(first);
    },
    get count() {
      return count;
    },
    get received() {
      return raws.reduce((sum, raw) => sum + raw.received, 0);
    },
    empty: async () => {
      for (const socket of all) if (!socket.destroyed) await once(socket, 'close');
    },
    [Symbol.asyncDispose]: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of all) socket.destroy();
      await closed;
    },
  };
}
