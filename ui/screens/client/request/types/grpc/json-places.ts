// Reads JSON with the line of each value. Variables may stand for values, without quotes too.

export type Placed = { readonly line: number } & (
  | { readonly type: 'object'; readonly entries: readonly (readonly [name: string, value: Placed])[] }
  | { readonly type: 'list'; readonly items: readonly Placed[] }
  | { readonly type: 'text' | 'number' | 'word' | 'variable'; readonly text: string }
);

const TOKEN = /\s*(?:(\{\{[^{}]*\}\})|([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

/** Returns null for a text that is not JSON: the editor says where. */
export function jsonPlaces(text: string): Placed | null {
  try {
    const reader = new Reader(text);
    const value = reader.value();
    return reader.isAtEnd() ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }

  value(): Placed {
    const token = this.#next();
    const line = this.#line;
    if (token === '{') return { type: 'object', line, entries: this.#list('}', () => this.#entry()) };
    if (token === '[') return { type: 'list', line, items: this.#list(']', () => this.value()) };
    if (token.startsWith('{{')) return { type: 'variable', line, text: token };
    if (token.startsWith('"')) return textOf(token, line);
    if (/^[-\d]/.test(token)) return { type: 'number', line, text: token };
    if (/^[a-z]/.test(token)) return { type: 'word', line, text: token };
    throw new SyntaxError(token);
  }

  #entry(): readonly [string, Placed] {
    const name: unknown = JSON.parse(this.#next());
    if (typeof name !== 'string' || this.#next() !== ':') throw new SyntaxError('a name is expected');
    return [name, this.value()];
  }

  #list<T>(end: string, read: () => T): readonly T[] {
    const all: T[] = [];
    if (this.#peek() === end) {
      this.#next();
      return all;
    }
    for (;;) {
      all.push(read());
      const token = this.#next();
      if (token === end) return all;
      if (token !== ',') throw new SyntaxError(token);
    }
  }

  #peek(): string {
    const [at, line] = [this.#at, this.#line];
    const token = this.#next();
    [this.#at, this.#line] = [at, line];
    return token;
  }

  #next(): string {
    TOKEN.lastIndex = this.#at;
    const [whole] = TOKEN.exec(this.#text) ?? [];
    if (whole === undefined) throw new SyntaxError('nothing that JSON knows');
    this.#at += whole.length;
    this.#line += whole.split('\n').length - 1;
    return whole.trim();
  }
}

function textOf(token: string, line: number): Placed {
  const text = String(JSON.parse(token.replaceAll('\n', '')));
  return { type: text.includes('{{') ? 'variable' : 'text', line, text };
}
