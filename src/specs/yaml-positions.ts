// Finds the positions of values in a YAML text in one pass over its lines, for mappings and lists in blocks. A syntax
// tree of a large description takes a second; what this cannot see, such as a value inside of braces, is left to it.
import type { WantedPosition } from './json-positions.ts';

interface PathNode {
  readonly inner: Map<string, PathNode>;
  /** Offset of the value. */
  value: number | null;
  /** Offset of its name; null for an entry of a list. */
  key: number | null;
  isFound: boolean;
}

/** A mapping or a list that the current line may belong to. */
interface Block {
  readonly indent: number;
  readonly isList: boolean;
  readonly node: PathNode | undefined;
  /** Entries of a list so far. */
  count: number;
  /** The entry whose value follows. */
  child: PathNode | undefined;
}

const KEY =
  /(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'[\]{},&*!|>%@`#?-](?:[^:#]|:(?=\S)|(?<=\S)#)*?|[?-](?=\S)(?:[^:#]|:(?=\S)|(?<=\S)#)*?))[ ]*:(?=\s|$)/y;
const BLOCK_SCALAR = /^(?:[&!]\S+ +)*[|>][-+\d]*(?: +#.*)?$/;
const ANCHOR = /^(?:[&!]\S+ *)+$/;
/** Syntax that only a parser for all of YAML understands. */
const UNUSUAL = /^(?:\s*\? |\s*\t|%|\.\.\.)|\r(?!\n)/m;

/** Characters of a text from which on the place of a value in braces is that of the braces. */
const MAX_EXACT = 500_000;
/** The first character of a value that has others inside, or stands for another one. */
const INLINE = /[{[&*!]/;

/** Returns the offset for each path, or of its last part that is there; null where only a syntax tree can tell. */
export function yamlPositions(
  text: string,
  positions: readonly WantedPosition[],
): readonly (number | null)[] {
  if (UNUSUAL.test(text)) return positions.map(() => null);
  const root = newNode();
  for (const { path } of positions) {
    let node = root;
    for (const name of path) {
      let next = node.inner.get(name);
      if (next === undefined) node.inner.set(name, (next = newNode()));
      node = next;
    }
  }
  new Scan(text, root).all();
  return positions.map(({ path, isKey }) => {
    const { node, isWhole } = deepest(root, path);
    if (!isWhole && text.length <= MAX_EXACT && INLINE.test(text[node.value ?? 0] ?? '')) return null;
    return (isKey ? node.key : null) ?? node.value;
  });
}

/** Returns the last part of a path that is there. */
function deepest(root: PathNode, path: readonly string[]): { node: PathNode; isWhole: boolean } {
  let node = root;
  for (const name of path) {
    const next = node.inner.get(name);
    if (next === undefined || !next.isFound) return { node, isWhole: false };
    node = next;
  }
  return { node, isWhole: true };
}

function newNode(): PathNode {
  return { inner: new Map(), value: null, key: null, isFound: false };
}

class Scan {
  readonly #text: string;
  readonly #blocks: Block[];
  /** The entry whose value begins on a later line. */
  #pending: PathNode | undefined;
  #at = 0;

  constructor(text: string, root: PathNode) {
    this.#text = text;
    this.#pending = root;
    this.#blocks = [{ indent: -1, isList: false, node: undefined, count: 0, child: root }];
  }

  all(): void {
    if (this.#text.startsWith('\ufeff')) this.#at = 1;
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const end = this.#lineEnd(start);
      this.#at = end + 1;
      let from = start;
      while (this.#text[from] === ' ') from += 1;
      const first = this.#text[from];
      if (from >= end || first === '#' || first === '\r' || this.#text.startsWith('---', start)) continue;
      this.#content(start, from, end);
    }
  }

  /** Reads what a line has from an offset on. */
  #content(line: number, from: number, end: number): void {
    const indent = from - line;
    if (this.#isEntry(from, end)) {
      const block = this.#list(indent, from);
      const name = String(block.count);
      block.count += 1;
      const child = this.#enter(block, name, from);
      let inner = from + 1;
      while (this.#text[inner] === ' ') inner += 1;
      if (inner >= end || this.#text[inner] === '\r' || this.#text[inner] === '#') return;
      if (child !== undefined) child.value = inner;
      this.#pending = undefined;
      this.#content(line, inner, end);
      return;
    }
    KEY.lastIndex = from;
    const found = KEY.exec(this.#text);
    // A line that is no entry goes on with the value before it.
    if (found === null || KEY.lastIndex > end) {
      this.#settle(from);
      this.#skipValue(from, end, indent - 1);
      return;
    }
    const [, double, single, plain] = found;
    const block = this.#mapping(indent, from);
    const child = this.#enter(block, nameOf(double, single, plain), from);
    let inner = KEY.lastIndex;
    while (this.#text[inner] === ' ') inner += 1;
    if (inner >= end || this.#text[inner] === '\r' || this.#text[inner] === '#') return;
    // An anchor or a tag alone: the value is on the next line.
    if (ANCHOR.test(this.#text.slice(inner, end).trimEnd())) return;
    if (child !== undefined) child.value ??= inner;
    this.#pending = undefined;
    this.#skipValue(inner, end, indent);
  }

  #isEntry(from: number, end: number): boolean {
    const next = this.#text[from + 1];
    return this.#text[from] === '-' && (from + 1 >= end || next === ' ' || next === '\r');
  }

  #enter(block: Block, name: string, offset: number): PathNode | undefined {
    const known = block.node?.inner.get(name);
    // Of names that occur twice, the first counts.
    const child = known !== undefined && !known.isFound ? known : undefined;
    if (child !== undefined) {
      child.isFound = true;
      if (!block.isList) child.key = offset;
    }
    block.child = child;
    this.#pending = child;
    return child;
  }

  /** Notes where the value begins that the lines before have announced. */
  #settle(offset: number): void {
    if (this.#pending !== undefined) this.#pending.value ??= offset;
    this.#pending = undefined;
  }

  #mapping(indent: number, offset: number): Block {
    this.#leave((block) => block.indent > indent || (block.indent === indent && block.isList));
    const top = this.#blocks.at(-1)!;
    if (top.indent === indent) return top;
    this.#settle(offset);
    return this.#push(indent, false, top);
  }

  #list(indent: number, offset: number): Block {
    this.#leave((block) => block.indent > indent);
    const top = this.#blocks.at(-1)!;
    if (top.isList && top.indent === indent) return top;
    this.#settle(offset);
    return this.#push(indent, true, top);
  }

  #push(indent: number, isList: boolean, { child }: Block): Block {
    const block: Block = { indent, isList, node: child, count: 0, child: undefined };
    this.#blocks.push(block);
    return block;
  }

  #leave(isLeft: (block: Block) => boolean): void {
    while (this.#blocks.length > 1 && isLeft(this.#blocks.at(-1)!)) this.#blocks.pop();
  }

  /** Passes over the lines that belong to a value which begins in a line. */
  #skipValue(from: number, end: number, indent: number): void {
    const first = this.#text[from];
    if (BLOCK_SCALAR.test(this.#text.slice(from, Math.min(end, from + 200)).trimEnd()))
      this.#skipDeeper(indent);
    else if (first === '"' || first === "'") this.#skipQuoted(from, first);
    else if (first === '{' || first === '[') this.#skipBraces(from);
  }

  /** Passes over a block scalar. */
  #skipDeeper(indent: number): void {
    while (this.#at < this.#text.length) {
      const end = this.#lineEnd(this.#at);
      let from = this.#at;
      while (this.#text[from] === ' ') from += 1;
      const isBlank = from >= end || this.#text[from] === '\r';
      if (!isBlank && from - this.#at <= indent) return;
      this.#at = end + 1;
    }
  }

  #skipQuoted(from: number, quote: string): void {
    const after = this.#afterQuote(from, quote);
    this.#at = Math.max(this.#at, this.#lineEnd(after) + 1);
  }

  #afterQuote(from: number, quote: string): number {
    for (let at = from + 1; at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (quote === '"' && character === '\\') at += 1;
      else if (character === quote && quote === "'" && this.#text[at + 1] === "'") at += 1;
      else if (character === quote) return at + 1;
    }
    return this.#text.length;
  }

  #skipBraces(from: number): void {
    let depth = 0;
    for (let at = from; at < this.#text.length; at += 1) {
      const character = this.#text[at]!;
      if (character === '"' || (character === "'" && /[\s,[{:]/.test(this.#text[at - 1] ?? ' ')))
        at = this.#afterQuote(at, character) - 1;
      else if (character === '{' || character === '[') depth += 1;
      else if ((character === '}' || character === ']') && (depth -= 1) === 0) {
        this.#at = Math.max(this.#at, this.#lineEnd(at) + 1);
        return;
      }
    }
    this.#at = this.#text.length;
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end === -1 ? this.#text.length : end;
  }
}

function nameOf(double: string | undefined, single: string | undefined, plain: string | undefined): string {
  if (single !== undefined) return single.replaceAll("''", "'");
  if (double === undefined) return plain ?? '';
  try {
    return JSON.parse(`"${double}"`) as string;
  } catch {
    return double;
  }
}
