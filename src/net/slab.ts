// The buffer that sockets we open read into. libuv allocates and reads in one step on POSIX systems, so that
// all connections can share one; on Windows it takes the buffer when the read is queued, and each connection
// needs its own. Bytes that are kept beyond the callback are copied.

const SLAB_BYTES = 64 * 1024;
let shared: Buffer | null = null;

export function readSlab(): Buffer {
  if (process.platform === 'win32') return Buffer.allocUnsafeSlow(SLAB_BYTES);
  shared ??= Buffer.allocUnsafeSlow(SLAB_BYTES);
  return shared;
}
