// node:http2, which is loaded for the first connection that speaks HTTP/2: it takes 6 MB of memory.
import type http2 from 'node:http2';

let module: typeof http2 | null = null;

export function http2Module(): typeof http2 {
  return (module ??= process.getBuiltinModule('node:http2'));
}
