// Memory given back at once instead of when the collector comes by. Without this, forwarding a gigabyte
// lets the process grow by what the collector tolerates: about 100 MB of buffers that nobody uses.
import v8 from 'node:v8';
import vm from 'node:vm';

/** After this many bytes in buffers that could not be freed by hand, the young ones are collected. */
const COLLECT_BYTES = 16 * 1024 * 1024;

let uncollected = 0;
let collectYoung: (() => void) | null = null;

/**
 * Says that `bytes`, a whole read of a socket, are used no more. Plain sockets read into memory of its own,
 * which is freed here; TLS shares one allocation between records, which only the collector can free.
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
  collectYoung ??= youngCollector();
  collectYoung();
}

/** V8 offers its collector to contexts made after it has been asked to; a minor collection takes about 1 ms. */
function youngCollector(): () => void {
  v8.setFlagsFromString('--expose-gc');
  const collect: unknown = vm.runInNewContext('gc');
  v8.setFlagsFromString('--no-expose-gc');
  return isCollector(collect) ? () => collect({ type: 'minor' }) : () => undefined;
}

function isCollector(value: unknown): value is (options: { readonly type: 'minor' }) => void {
  return typeof value === 'function';
}
