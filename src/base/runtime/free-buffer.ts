// Frees the memory of buffers at once, instead of leaving that to the garbage collector. Without this, forwarding a
// gigabyte grows the process by 80 MB of unused buffers instead of 33 (`npm run bench -- memory`).
import { collector, type Collect } from './collector.ts';

/** Bytes of buffers that could not be freed directly, after which young objects are collected. */
const COLLECT_BYTES = 16 * 1024 * 1024;

let uncollected = 0;
let collect: Collect | null = null;

/**
 * Frees `bytes`, a whole read of a socket, which must not be used any more. Plain sockets read into an allocation of
 * its own, which is freed here; TLS shares one between records, which only the collector can free.
 */
export function freeBuffer(bytes: Buffer): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) {
    if (!buffer.detached) buffer.transfer(0);
    return;
  }
  uncollected += bytes.length;
  if (uncollected < COLLECT_BYTES) return;
  uncollected = 0;
  collect ??= collector();
  // Takes about 1 ms.
  collect({ type: 'minor' });
}
