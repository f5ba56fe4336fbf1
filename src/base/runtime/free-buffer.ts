// Frees the memory of buffers immediately, instead of leaving them to the garbage collector. Without this, forwarding
// a gigabyte grows the process by 80 MB of unused buffers instead of 33 (`npm run bench -- memory`).
import { collector, type Collect } from './collector.ts';

/** Bytes of buffers that could not be freed directly, after which young objects are collected. */
const COLLECT_BYTES = 16 * 1024 * 1024;

let uncollected = 0;
let collect: Collect | null = null;

/**
 * Frees `bytes`, one complete read from a socket, which must not be used afterwards. A plain socket allocates memory
 * for each read, and it is freed here. TLS shares an allocation between records, which only the collector can free.
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
