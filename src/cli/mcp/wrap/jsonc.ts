// Reads JSON with comments and trailing commas, and says where each value stands, so that a file can be changed at these
// offsets alone.
import { UserError } from '../../../base/errors.ts';

export type JsonNode = JsonObject | JsonArray | JsonScalar;

interface Range {
  /** The offset of the first character, and of the one behind the last. */
  readonly start: number;
  readonly end: number;
}

export interface JsonObject extends Range {
  readonly type: 'object';
  readonly members: ReadonlyMap<string, JsonNode>;
}

export interface JsonArray extends Range {
  readonly type: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonScalar extends Range {
  readonly type: 'scalar';
  readonly value: unknown;
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/|\uFEFF)*/y;
const SCALAR = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
const MAX_DEPTH = 200;

/** Throws a UserError with line and column where the text is not JSON. */
export function readJsonc(text: string): JsonNode {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonNode {
    this.#skipSpace();
    if (depth > MAX_DEPTH) throw this.#error('values are nested too deep');
    const start = this.#at;
    const first = this.#text[start];
    if (first === '{') return this.#object(start, depth);
    if (first === '[') return this.#array(start, depth);
    return { type: 'scalar', value: this.#scalar(), start, end: this.#at };
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#error('more follows the value');
  }

  #object(start: number, depth: number): JsonObject {
    const members = new Map<string, JsonNode>();
    this.#list('}', () => {
      const name = this.#scalar();
      if (typeof name !== 'string') throw this.#error('a name in quotation marks is missing');
      this.#skipSpace();
      if (this.#text[this.#at] !== ':') throw this.#error('":" is missing');
      this.#at += 1;
      members.set(name, this.value(depth + 1));
    });
    return { type: 'object', members, start, end: this.#at };
  }

  #array(start: number, depth: number): JsonArray {
    const items: JsonNode[] = [];
    this.#list(']', () => items.push(this.value(depth + 1)));
    return { type: 'array', items, start, end: this.#at };
  }

  #list(close: string, readItem: () => void): void {
    this.#at += 1;
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === close) break;
      readItem();
      this.#skipSpace();
      if (this.#text[this.#at] === ',') this.#at += 1;
      else if (this.#text[this.#at] !== close) throw this.#error(`"," or "${close}" is missing`);
    }
    this.#at += 1;
  }

  #scalar(): unknown {
    SCALAR.lastIndex = this.#at;
    const [found] = SCALAR.exec(this.#text) ?? [];
    if (found === undefined) throw this.#error('a value is missing');
    try {
      const value: unknown = JSON.parse(found);
      this.#at += found.length;
      return value;
    } catch {
      throw this.#error('a value is not valid');
    }
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }

  #error(reason: string): UserError {
    const lines = this.#text.slice(0, this.#at).split('\n');
    return new UserError(
      'INVALID_FILE',
      `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${reason}`,
    );
  }
}
