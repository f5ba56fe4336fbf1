// Generates a text that a regular expression of a schema matches. The expression is only parsed, never executed,
// because somebody else's expression could run forever.

/** The maximum length of a text. */
const MAX_CHARS = 200;
const MAX_DEPTH = 50;
/** Characters to choose from for a class that excludes others. */
const CANDIDATES = ['a', '0', 'A', '-', '_', ' ', '.', 'x', '1'];
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['d', '0'],
  ['D', 'a'],
  ['w', 'a'],
  ['W', '-'],
  ['s', ' '],
  ['S', 'a'],
  ['b', ''],
  ['B', ''],
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
]);

/** Returns a matching text; null for an expression with anything but alternatives, classes, groups and repetitions. */
export function patternExample(pattern: string, minLength: number): string | null {
  for (const repeats of [0, minLength]) {
    const reader = new PatternReader(pattern, repeats);
    const text = reader.read();
    if (text === null) return null;
    const isLong = text.length >= minLength || repeats > 0;
    if (isLong) return text.length <= MAX_CHARS + minLength ? text : null;
  }
  return null;
}

class UnsupportedPattern extends Error {}

class PatternReader {
  readonly #pattern: string;
  /** The number of times that the first endless repetition is repeated. */
  #repeats: number;
  #offset = 0;

  constructor(pattern: string, repeats: number) {
    this.#pattern = pattern;
    this.#repeats = repeats;
  }

  read(): string | null {
    try {
      const text = this.#alternatives(0);
      return this.#offset < this.#pattern.length ? null : text;
    } catch (error) {
      if (error instanceof UnsupportedPattern) return null;
      throw error;
    }
  }

  /** Returns the first alternative; the others are skipped. */
  #alternatives(depth: number): string {
    if (depth > MAX_DEPTH) throw new UnsupportedPattern();
    const first = this.#sequence(depth);
    const repeats = this.#repeats;
    while (this.#peek() === '|') {
      this.#offset += 1;
      this.#sequence(depth);
    }
    this.#repeats = repeats;
    return first;
  }

  #sequence(depth: number): string {
    let text = '';
    while (this.#offset < this.#pattern.length && !/[|)]/.test(this.#peek())) {
      const piece = this.#piece(depth);
      text += piece.repeat(this.#count(piece));
      if (text.length > 100 * MAX_CHARS) throw new UnsupportedPattern();
    }
    return text;
  }

  #piece(depth: number): string {
    const char = this.#take();
    switch (char) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '\\':
        return this.#escape();
      case '[':
        return this.#class();
      case '(':
        return this.#group(depth);
      case '*':
      case '+':
      case '?':
        throw new UnsupportedPattern();
      default:
        return char;
    }
  }

  #group(depth: number): string {
    const rest = this.#pattern.slice(this.#offset, this.#offset + 60);
    const [kind] = /^\?(?::|<[A-Za-z_$][\w$]*>)/.exec(rest) ?? [];
    if (kind === undefined && rest.startsWith('?')) throw new UnsupportedPattern();
    this.#offset += kind?.length ?? 0;
    const text = this.#alternatives(depth + 1);
    if (this.#take() !== ')') throw new UnsupportedPattern();
    return text;
  }

  /** Returns how often a piece is to be repeated. */
  #count(piece: string): number {
    const match = /^(?:[*+?]|\{(\d{1,4})(,(\d{0,4}))?\})/.exec(
      this.#pattern.slice(this.#offset, this.#offset + 20),
    );
    if (match === null) return 1;
    const [operator, exact, comma, max] = match;
    this.#offset += operator.length;
    if (this.#peek() === '?') this.#offset += 1;
    const min = exact === undefined ? (operator === '+' ? 1 : 0) : Number(exact);
    const isEndless = operator === '*' || operator === '+' || (comma !== undefined && max === '');
    const wanted = comma !== undefined && max !== '' ? Math.min(Number(max), this.#repeats) : this.#repeats;
    if ((!isEndless && comma === undefined) || piece === '') return min;
    if (this.#repeats === 0 || wanted <= min) return min;
    this.#repeats = 0;
    return wanted;
  }

  #escape(): string {
    const char = this.#take();
    const known = CLASSES.get(char);
    if (known !== undefined) return known;
    if (char === 'x' || char === 'u') return this.#code(char === 'x' ? 2 : 4);
    if (char === '' || /[\dkpPc]/.test(char)) throw new UnsupportedPattern();
    return char;
  }

  #code(length: number): string {
    const digits = this.#pattern.slice(this.#offset, this.#offset + length);
    if (!/^[\da-f]+$/i.test(digits) || digits.length < length) throw new UnsupportedPattern();
    this.#offset += length;
    return String.fromCharCode(parseInt(digits, 16));
  }

  #class(): string {
    const isNegated = this.#peek() === '^';
    if (isNegated) this.#offset += 1;
    const start = this.#offset;
    let first: string | null = null;
    while (this.#peek() !== ']') {
      if (this.#offset >= this.#pattern.length) throw new UnsupportedPattern();
      const char = this.#take();
      const member = char === '\\' ? this.#escape() : char;
      first ??= member;
    }
    const members = this.#pattern.slice(start, this.#offset);
    this.#offset += 1;
    if (!isNegated) return first ?? '';
    const found = CANDIDATES.find((char) => !isMember(members, char));
    if (found === undefined) throw new UnsupportedPattern();
    return found;
  }

  #peek(): string {
    return this.#pattern[this.#offset] ?? '';
  }

  #take(): string {
    const char = this.#peek();
    this.#offset += 1;
    return char;
  }
}

/** True for a character of a class, which alone is an expression that cannot take long. */
function isMember(members: string, char: string): boolean {
  try {
    return new RegExp(`^[${members}]$`).test(char);
  } catch {
    throw new UnsupportedPattern();
  }
}
