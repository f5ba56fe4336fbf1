// The last words of a peer: what it sent before it reset the connection, such as an early response to an upload.
import type net from 'node:net';
import { systemCode } from '../base/errors.ts';

const RESET: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);

/**
 * Makes a socket read all that has arrived before a write that failed destroys it. A reset lets writes fail at once,
 * while received bytes still wait in the kernel; Node.js would drop them.
 */
export function hearOut(socket: net.Socket): void {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error?: Error): net.Socket => {
    // Once only: `destroy` is the socket's own from here on.
    socket.destroy = destroy;
    if (error === undefined || !isFailedWrite(error)) return destroy(error);
    afterReading(socket, () => destroy(error));
    return socket;
  };
}

function isFailedWrite(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'write' && RESET.has(systemCode(error));
}

/** Calls `done` when the event loop has looked for bytes and found no more. A reader that pauses is waited for. */
function afterReading(socket: net.Socket, done: () => void): void {
  if (socket.destroyed) return;
  const again = (): void => afterReading(socket, done);
  if (socket.isPaused()) {
    socket.once('resume', again);
    return;
  }
  const { bytesRead } = socket;
  // The first one may run before bytes are looked for.
  setImmediate(() => {
    setImmediate(() => {
      if (socket.isPaused() || socket.bytesRead > bytesRead) again();
      else if (!socket.destroyed) done();
    });
  });
}
