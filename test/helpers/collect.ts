// Joins pieces that arrive one by one; and the reverse.

export async function collected(pieces: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

/** The bytes of a file as they may come. */
export async function* inPieces(file: Buffer | string, size = 64 * 1024): AsyncGenerator<Buffer, void> {
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
