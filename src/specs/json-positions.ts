// Finds the positions of values in a JSON text in one pass. A syntax tree of a large description would take many times
// its size.

interface ValueOffsets {
  /** Offset of the value. */
  readonly value: number;
  /** Offset of its name; null for an element and for the root. */
  readonly key: number | null;
}

/** The requested paths, as a tree of names. */
interface PathNode {
  readonly inner: Map<string, PathNode>;
  offsets: ValueOffsets | null;
}

export interface WantedPosition {
  /** Names from the root. When the path does not exist, its last existing part counts. */
  readonly path: readonly string[];
  /** True for the position of the name instead of the value. */
  readonly isKey: boolean;
}

/** Returns the offset for each path. Throws a SyntaxError for a text that is not JSON. */
export function jsonPositions(text: string, positions: readonly WantedPosition[]): readonly number[] {
  const root: PathNode = { inner: new Map(), offsets: null };
  for (const { path } of positions) {
    let node = root;
    for (const name of path) {
      let next = node.inner.get(name);
      if (next === undefined) node.inner.set(name, (next = { inner: new Map(), offsets: null }));
      node = next;
    }
  }
  new Scan(text).value(root, null);
  return positions.map(({ path, isKey }) => {
    const { value, key } = deepest(root, path);
    return isKey && key !== null ? key : value;
  });
}

function deepest(root: PathNode, path: readonly string[]): ValueOffsets {
  let node = root;
  for (const name of path) {
    const next = node.inner.get(name);
    if (!next?.offsets) break;
    node = next;
  }
  return node.offsets!;
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /true|false|null|-?\d[\d.eE+-]*/y;
/** The text up to the next bracket or quote. */
const PLAIN = /[^"[\]{}]*/y;

class Scan {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\ufeff')) this.#at = 1;
  }

  /** Reads a value, and looks into it where something is wanted. */
  value(wanted: PathNode, key: number | null): void {
    this.#skip(SPACE);
    wanted.offsets ??= { value: this.#at, key };
    const first = this.#text[this.#at];
    if (first === '{') this.#object(wanted);
    else if (first === '[') this.#array(wanted);
    else this.#scalar();
  }

  #object(wanted: PathNode): void {
    if (wanted.inner.size === 0) {
      this.#container();
      return;
    }
    this.#at += 1;
    if (this.#isNext('}')) return;
    do {
      this.#skip(SPACE);
      const key = this.#at;
      const name = JSON.parse(this.#string()) as string;
      if (!this.#isNext(':')) this.#fail();
      this.#member(wanted.inner.get(name), key);
    } while (this.#isNext(','));
    if (!this.#isNext('}')) this.#fail();
  }

  #array(wanted: PathNode): void {
    if (wanted.inner.size === 0) {
      this.#container();
      return;
    }
    this.#at += 1;
    if (this.#isNext(']')) return;
    let index = 0;
    do {
      this.#member(wanted.inner.get(String(index)), null);
      index += 1;
    } while (this.#isNext(','));
    if (!this.#isNext(']')) this.#fail();
  }

  /** Reads a value of a container. Of names that occur twice, the first counts. */
  #member(wanted: PathNode | undefined, key: number | null): void {
    if (wanted?.offsets === null) this.value(wanted, key);
    else this.#whole();
  }

  /** Passes over a value. */
  #whole(): void {
    this.#skip(SPACE);
    const first = this.#text[this.#at];
    if (first === '{' || first === '[') this.#container();
    else this.#scalar();
  }

  #scalar(): void {
    if (this.#text[this.#at] === '"') this.#string();
    else this.#take(SCALAR);
  }

  /** Passes over a container, whatever is in it. */
  #container(): void {
    let depth = 0;
    do {
      this.#skip(PLAIN);
      const character = this.#text[this.#at];
      if (character === '"') this.#string();
      else {
        if (character === undefined) this.#fail();
        depth += character === '{' || character === '[' ? 1 : -1;
        this.#at += 1;
      }
    } while (depth > 0);
  }

  /** Takes a string with its quotes. A pattern would need a stack as deep as the string is long. */
  #string(): string {
    const from = this.#at;
    let end = this.#text[from] === '"' ? this.#text.indexOf('"', from + 1) : -1;
    while (end > 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) this.#fail();
    this.#at = end + 1;
    return this.#text.slice(from, this.#at);
  }

  #isEscaped(at: number): boolean {
    let slashes = 0;
    while (this.#text[at - slashes - 1] === '\\') slashes += 1;
    return slashes % 2 === 1;
  }

  #isNext(character: string): boolean {
    this.#skip(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.#text);
    this.#at = pattern.lastIndex;
  }

  #take(pattern: RegExp): string {
    const from = this.#at;
    this.#skip(pattern);
    if (this.#at <= from) this.#fail();
    return this.#text.slice(from, this.#at);
  }

  #fail(): never {
    throw new SyntaxError(`no JSON at offset ${this.#at}`);
  }
}
