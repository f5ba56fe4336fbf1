// Preloaded into processes that tests start: ends the process when the test process is gone, even if that was killed. The
// test process holds the other end of a pipe, which the system closes with it. Plain JavaScript, since removing types
// would cost each of hundreds of processes 70 ms.
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** The descriptor of the pipe in the child. */
const PIPE = 3;
const PATIENCE_MS = 10_000;

// Worker threads inherit the preload, but there is one pipe.
if (isMainThread) {
  const pipe = new net.Socket({ fd: PIPE, readable: true, writable: false });
  pipe.on('error', end).on('end', end).resume().unref();
}

function end() {
  // In order first, so that a wrapped command ends too.
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref();
}
