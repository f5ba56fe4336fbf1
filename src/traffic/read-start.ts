// Reads the start of a file, to detect its format.

export interface FileStart {
  readonly chunks: readonly Buffer[];
  /** True when the file has no more bytes than these. */
  readonly isAll: boolean;
}

/** Reads chunks until they have at least `minBytes` in total, or the file ends. */
export async function readStart(iterator: AsyncIterator<Buffer>, minBytes: number): Promise<FileStart> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < minBytes) {
    const next = await iterator.next();
    if (next.done === true) return { chunks, isAll: true };
    chunks.push(next.value);
    length += next.value.length;
  }
  return { chunks, isAll: false };
}
