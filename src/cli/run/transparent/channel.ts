// The protocol between the parts of a transparent run: the gate outside the command's network, the process inside it,
// and the listener process. Each connection between gate and inside process begins with one line of JSON.
import net from 'node:net';

/** The first line of a connection to the gate. */
export type Opening =
  /** The bytes of a TCP connection that the command opened follow. */
  | {
      readonly type: 'connection';
      /** The address that the command connected to, and its port. */
      readonly address: string;
      readonly port: number;
      /** The name that the address was last looked up by; null when there was none. */
      readonly name: string | null;
      /** The program that connected; null when it is not known. */
      readonly app: { readonly name: string; readonly process: string } | null;
    }
  /** DNS queries follow, as over TCP. */
  | { readonly type: 'names' };

/**
 * Asks the process inside for a server of the command, over a separate connection. The response is a `ServerPath`.
 */
export interface ServerQuestion {
  readonly address: string;
  readonly port: number;
}

export interface ServerPath {
  /** The Unix socket that leads to the server; null when the command has none there. */
  readonly path: string | null;
}

/** The first argument of the process inside. */
export interface InsideOptions {
  /** Path of the gate's socket. */
  readonly gate: string;
  /** Path of the socket at which questions for servers of the command are answered. */
  readonly servers: string;
  /** Ports of `::1` outside, which the command reaches under the same address. */
  readonly loopbackPorts: readonly number[];
}

/** A message from the process inside to the listener process. */
export interface GroupOrder {
  readonly type: 'listen' | 'close';
  readonly group: number;
}

/** A message from the listener process to the process inside. */
export type ListenerMessage =
  /** The link to this network exists. */
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'listening'; readonly group: number }
  /** Comes with the socket, unless the client has gone. */
  | { readonly type: 'connection' };

const MAX_LINE_BYTES = 8192;
const LF = 10;

export function line(message: Opening | ServerQuestion | ServerPath): string {
  return `${JSON.stringify(message)}\n`;
}

/** Opens a connection to the gate at `path`. */
export function openGate(path: string, opening: Opening): net.Socket {
  const socket = net.connect({ path, allowHalfOpen: true });
  socket.write(line(opening));
  return socket;
}

/** Reads the first line, and leaves the rest to the next reader. Resolves with null when it is invalid. */
export function readLine<T extends Opening | ServerQuestion | ServerPath>(
  socket: net.Socket,
): Promise<T | null> {
  return new Promise((resolve) => {
    let input: Buffer = Buffer.alloc(0);
    const settle = (message: T | null): void => {
      socket.off('data', onData);
      socket.off('close', onClose);
      resolve(message);
    };
    const onClose = (): void => settle(null);
    const onData = (chunk: Buffer): void => {
      input = Buffer.concat([input, chunk]);
      const end = input.indexOf(LF);
      if (end < 0 && input.length <= MAX_LINE_BYTES) return;
      socket.pause();
      if (end < 0) {
        settle(null);
        return;
      }
      if (end + 1 < input.length) socket.unshift(input.subarray(end + 1));
      settle(JSON.parse(input.toString('utf8', 0, end)) as T);
    };
    socket.on('data', onData);
    socket.on('close', onClose);
  });
}

/** Pipes two sockets into each other, including their ends. When one fails, the other is destroyed. */
export function joinSockets(one: net.Socket, other: net.Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => undefined);
    // A side that was ended still sends its remaining bytes.
    from.on('close', (hadError) => {
      if (hadError || !to.writableEnded) to.destroy();
    });
  }
}
