// The language of the two sides of a transparent run: the gate, outside of the command's network, and the process
// inside. Each connection between them begins with one line of JSON.
import type net from 'node:net';

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

const MAX_LINE_BYTES = 8192;
const LF = 10;

export function openingLine(opening: Opening): string {
  return `${JSON.stringify(opening)}\n`;
}

/** Reads the first line, and leaves the rest to the next reader. Resolves with null when it is none. */
export function readOpening(socket: net.Socket): Promise<Opening | null> {
  return new Promise((resolve) => {
    let input: Buffer = Buffer.alloc(0);
    const settle = (opening: Opening | null): void => {
      socket.off('data', onData);
      socket.off('close', onClose);
      resolve(opening);
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
      settle(JSON.parse(input.toString('utf8', 0, end)) as Opening);
    };
    socket.on('data', onData);
    socket.on('close', onClose);
  });
}
