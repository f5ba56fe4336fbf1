// Reads the members of maps in CBOR (RFC 8949). Its length bytes may look like letters, so names cannot be told from
// their surroundings without reading the whole.

export interface CborMember {
  readonly name: string;
  /** The range of the text or the bytes of the value. */
  readonly start: number;
  readonly end: number;
}

const MAX_DEPTH = 100;
const BREAK = 0xff;

/** Returns the members that hold texts or bytes; none unless the whole text is valid CBOR. */
export function cborMembers(text: string): readonly CborMember[] {
  const first = text.charCodeAt(0);
  // Only a list, a map or a tag can contain names.
  if (!(first >= 0x80 && first <= 0xdb)) return [];
  const reader = new Reader(text);
  try {
    while (reader.at < text.length) reader.item(0);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
  return reader.members;
}

class Reader {
  readonly members: CborMember[] = [];
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads an item; returns the range of a text or of bytes, null for others. */
  item(depth: number): readonly [start: number, end: number] | null {
    if (depth > MAX_DEPTH) throw new RangeError('too deep');
    const head = this.#byte();
    const [major, short] = [head >> 5, head & 31];
    const isOpen = short === 31 && major >= 2 && major <= 5;
    const length = isOpen ? Infinity : this.#argument(short);
    if (major === 2 || major === 3) return isOpen ? this.#chunks(depth) : this.#skip(length);
    if (major === 4) this.#repeat(length, () => this.item(depth + 1));
    else if (major === 5)
      this.#repeat(length, () => {
        this.#member(depth + 1);
      });
    else if (major === 6) return this.item(depth + 1);
    return null;
  }

  #member(depth: number): void {
    const key = this.item(depth);
    const value = this.item(depth);
    if (key === null || value === null || key[1] - key[0] > 80) return;
    this.members.push({ name: this.#text.slice(...key), start: value[0], end: value[1] });
  }

  #chunks(depth: number): readonly [start: number, end: number] {
    const start = this.at;
    this.#repeat(Infinity, () => this.item(depth + 1));
    return [start, this.at - 1];
  }

  #repeat(count: number, read: () => unknown): void {
    for (let done = 0; done < count; done += 1) {
      if (count === Infinity && this.#text.charCodeAt(this.at) === BREAK) {
        this.at += 1;
        return;
      }
      read();
    }
  }

  #skip(length: number): readonly [start: number, end: number] {
    const start = this.at;
    if (length > this.#text.length - start) throw new RangeError('cut');
    this.at += length;
    return [start, this.at];
  }

  #argument(short: number): number {
    if (short < 24) return short;
    if (short > 27) throw new RangeError('reserved');
    let value = 0;
    for (let left = 2 ** (short - 24); left > 0; left -= 1) value = value * 256 + this.#byte();
    return value;
  }

  #byte(): number {
    const code = this.#text.charCodeAt(this.at);
    if (!(code <= 0xff)) throw new RangeError('cut');
    this.at += 1;
    return code;
  }
}
