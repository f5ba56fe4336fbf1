// DNS over TCP (RFC 7766): messages with their length before them, several on one connection.
import type net from 'node:net';

const IDLE_MS = 10_000;
/** Queries of one connection that may be under way. */
const MAX_PENDING = 100;

/** Serves the queries of a connection. `respond` resolves with null for a message that gets no response. */
export function serveTcp(socket: net.Socket, respond: (message: Buffer) => Promise<Buffer | null>): void {
  let pending = 0;
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  onMessages(socket, (message) => {
    pending += 1;
    if (pending > MAX_PENDING) {
      socket.destroy();
      return;
    }
    void respond(message).then((response) => {
      pending -= 1;
      if (response === null) socket.destroy();
      else if (socket.writable) socket.write(framed(response));
    });
  });
}

/** Calls `take` with each whole message that arrives. */
export function onMessages(socket: net.Socket, take: (message: Buffer) => void): void {
  let input: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    input = input.length === 0 ? chunk : Buffer.concat([input, chunk]);
    while (input.length >= 2 && input.length >= 2 + input.readUInt16BE(0)) {
      const end = 2 + input.readUInt16BE(0);
      take(input.subarray(2, end));
      input = input.subarray(end);
    }
  });
}

/** Returns a message with its length before it. */
export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length, 0);
  return Buffer.concat([length, message]);
}
