// Joins chunks that arrive one by one, and splits bytes into chunks.

export async function collected(pieces: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

/** Yields the bytes of a file in chunks. */
export async function* inPieces(file: Buffer | string, size = 64 * 1024): AsyncGenerator<Buffer, void> {
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
