// WebSockets of the `ws` package on both sides of the proxy.
import { once } from 'node:events';
import tls from 'node:tls';
import { WebSocket, WebSocketServer, type ClientOptions, type RawData, type ServerOptions } from 'ws';
import { openTunnel } from './ask.ts';
import { startOrigin, type Origin } from './origin.ts';
import { within } from './waiting.ts';

/** One end of a WebSocket, with its received messages. */
export class Peer {
  readonly socket: WebSocket;
  /** `kind text`, in order: binary as hex, a close as `close code reason`. */
  readonly heard: string[] = [];
  readonly #wake: (() => void)[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const bytes = data as Buffer;
      this.#hear(isBinary ? `binary ${bytes.toString('hex')}` : `text ${bytes.toString()}`);
    });
    socket.on('ping', (data) => this.#hear(`ping ${data.toString()}`));
    socket.on('pong', (data) => this.#hear(`pong ${data.toString()}`));
    socket.on('close', (code, reason) => this.#hear(`close ${code} ${reason.toString()}`));
    socket.on('error', (error) => this.#hear(`error ${error.message}`));
  }

  /** Resolves once this has been received; takes it and everything before it. */
  async hears(what: string): Promise<void> {
    while (!this.heard.includes(what)) {
      if (this.heard.some((heard) => heard.startsWith('close')))
        throw new Error(`heard ${JSON.stringify(this.heard.slice(-5))}`);
      await this.#more(what);
    }
    this.heard.splice(0, this.heard.indexOf(what) + 1);
  }

  /** Takes the next received message. */
  async next(): Promise<string> {
    while (this.heard.length === 0) await this.#more('anything');
    return this.heard.shift()!;
  }

  #more(what: string): Promise<void> {
    return within(
      () => `${what}, after ${JSON.stringify(this.heard.slice(-5))}`,
      new Promise<void>((resolve) => this.#wake.push(resolve)),
    );
  }

  #hear(what: string): void {
    this.heard.push(what);
    for (const wake of this.#wake.splice(0)) wake();
  }
}

export interface SocketOrigin extends AsyncDisposable {
  readonly origin: Origin;
  /** Resolves with the next connection. */
  accepted(): Promise<Peer>;
}

/** Starts an origin that accepts every upgrade; with `echo` it returns each message. */
export async function startSocketOrigin(options: ServerOptions = {}, echo = true): Promise<SocketOrigin> {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, ...options });
  const arrived: Peer[] = [];
  const waiting: ((peer: Peer) => void)[] = [];
  const origin = await startOrigin(undefined, (request, socket, head) => {
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const peer = new Peer(webSocket);
      if (echo)
        webSocket.on('message', (data, isBinary) => webSocket.send(data as Buffer, { binary: isBinary }));
      const taker = waiting.shift();
      if (taker === undefined) arrived.push(peer);
      else taker(peer);
    });
  });
  return {
    origin,
    accepted: () => {
      const first = arrived.shift();
      return first === undefined
        ? within('a WebSocket', new Promise((resolve) => waiting.push(resolve)))
        : Promise.resolve(first);
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      await origin.close();
    },
  };
}

/** Connects through the proxy on `port`, and verifies a secure origin with `ca`. */
export async function connectSocket(
  port: number,
  url: string,
  ca = '',
  options: ClientOptions = {},
): Promise<Peer> {
  const { protocol, host, hostname } = new URL(url);
  const tunnel = await openTunnel(port, host);
  const stream = protocol === 'wss:' ? tls.connect({ socket: tunnel, servername: hostname, ca }) : tunnel;
  const socket = new WebSocket(url, { perMessageDeflate: false, ...options, createConnection: () => stream });
  const peer = new Peer(socket);
  await once(socket, 'open');
  return peer;
}
