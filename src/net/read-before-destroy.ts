// Reads what a peer sent before it reset the connection, such as an early response to an upload.
import type net from 'node:net';
import { systemCode } from '../base/errors.ts';

const RESET: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);

/**
 * Makes a socket read all received bytes before a failed write destroys it. After a reset, writes fail at once while
 * received bytes still wait in the kernel; Node.js would drop them.
 */
export function readBeforeDestroy(socket: net.Socket): void {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error?: Error): net.Socket => {
    // Happens once: from here on, `destroy` is the socket's own method again.
    socket.destroy = destroy;
    if (error === undefined || !isFailedWrite(error)) return destroy(error);
    afterReading(socket, () => destroy(error));
    return socket;
  };
}

function isFailedWrite(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'write' && RESET.has(systemCode(error));
}

/** Calls `done` when a turn of the event loop has read no more bytes. Waits for a reader that has paused. */
function afterReading(socket: net.Socket, done: () => void): void {
  if (socket.destroyed) return;
  const again = (): void => afterReading(socket, done);
  if (socket.isPaused()) {
    socket.once('resume', again);
    return;
  }
  const { bytesRead } = socket;
  // The first one may run before the event loop polls for bytes.
  setImmediate(() => {
    setImmediate(() => {
      if (socket.isPaused() || socket.bytesRead > bytesRead) again();
      else if (!socket.destroyed) done();
    });
  });
}
