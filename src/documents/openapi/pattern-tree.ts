// Parses the parts of regular expressions of which texts can be made: characters, classes, groups, alternatives and
// repetitions.

export type Ranges = readonly (readonly [from: number, to: number])[];

export type PatternNode =
  | { readonly type: 'chars'; readonly ranges: Ranges }
  | { readonly type: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number };

const MAX_DEPTH = 50;
const MAX_PATTERN = 10_000;
const EMPTY: PatternNode = { type: 'sequence', nodes: [] };
const DIGITS: Ranges = [[48, 57]];
const WORD: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: Ranges = [[32, 32]];
/** Letters and digits stand for any character. */
const ANY: Ranges = [
  [48, 57],
  [97, 122],
];
const ESCAPES: ReadonlyMap<string, Ranges> = new Map<string, Ranges>([
  ['d', DIGITS],
  ['w', WORD],
  ['s', SPACE],
  ['D', [[97, 122]]],
  ['W', [[45, 45]]],
  ['S', ANY],
  ['t', [[9, 9]]],
  ['n', [[10, 10]]],
  ['r', [[13, 13]]],
]);

class UnsupportedPattern extends Error {}

/** Returns null for an expression with other parts, such as look-around. */
export function parsePattern(pattern: string): PatternNode | null {
  if (pattern.length > MAX_PATTERN) return null;
  try {
    return new PatternParser(pattern).parse();
  } catch (error) {
    if (error instanceof UnsupportedPattern) return null;
    throw error;
  }
}

class PatternParser {
  readonly #pattern: string;
  #offset = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): PatternNode {
    const node = this.#choice(0);
    if (this.#offset < this.#pattern.length) throw new UnsupportedPattern();
    return node;
  }

  #choice(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new UnsupportedPattern();
    const nodes = [this.#sequence(depth)];
    while (this.#peek() === '|') {
      this.#offset += 1;
      nodes.push(this.#sequence(depth));
    }
    return nodes.length === 1 ? nodes[0]! : { type: 'choice', nodes };
  }

  #sequence(depth: number): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#offset < this.#pattern.length && !/[|)]/.test(this.#peek()))
      nodes.push(this.#repeated(this.#piece(depth)));
    return nodes.length === 1 ? nodes[0]! : { type: 'sequence', nodes };
  }

  #piece(depth: number): PatternNode {
    const char = this.#take();
    switch (char) {
      case '^':
      case '$':
        return EMPTY;
      case '.':
        return { type: 'chars', ranges: ANY };
      case '\\':
        return this.#escape();
      case '[':
        return { type: 'chars', ranges: this.#class() };
      case '(':
        return this.#group(depth);
      case '*':
      case '+':
      case '?':
        throw new UnsupportedPattern();
      default:
        return { type: 'chars', ranges: one(char) };
    }
  }

  #group(depth: number): PatternNode {
    const rest = this.#pattern.slice(this.#offset, this.#offset + 60);
    const [kind] = /^\?(?::|<[A-Za-z_$][\w$]*>)/.exec(rest) ?? [];
    if (kind === undefined && rest.startsWith('?')) throw new UnsupportedPattern();
    this.#offset += kind?.length ?? 0;
    const node = this.#choice(depth + 1);
    if (this.#take() !== ')') throw new UnsupportedPattern();
    return node;
  }

  #repeated(node: PatternNode): PatternNode {
    const match = /^(?:[*+?]|\{(\d{1,5})(,(\d{0,5}))?\})/.exec(
      this.#pattern.slice(this.#offset, this.#offset + 20),
    );
    if (match === null) return node;
    const [operator, exact, comma, last] = match;
    this.#offset += operator.length;
    if (this.#peek() === '?') this.#offset += 1;
    const min = exact === undefined ? Number(operator === '+') : Number(exact);
    const bounded = last === undefined || last === '' ? Infinity : Number(last);
    const max = exact === undefined ? (operator === '?' ? 1 : Infinity) : comma === undefined ? min : bounded;
    if (max < min) throw new UnsupportedPattern();
    return { type: 'repeat', node, min, max };
  }

  #escape(): PatternNode {
    const char = this.#take();
    if (char === 'b' || char === 'B') return EMPTY;
    return { type: 'chars', ranges: this.#escaped(char) };
  }

  #escaped(char: string): Ranges {
    const known = ESCAPES.get(char);
    if (known !== undefined) return known;
    if (char === 'x' || char === 'u') return this.#code(char === 'x' ? 2 : 4);
    if (char === 'p' && this.#peek() === '{') return this.#property();
    if (char === '' || /[\dkpPcA-Za-z]/.test(char)) throw new UnsupportedPattern();
    return one(char);
  }

  /** Latin letters and digits stand for those of all scripts. */
  #property(): Ranges {
    const [whole, name] = /^\{(\w+)\}/.exec(this.#pattern.slice(this.#offset, this.#offset + 30)) ?? [];
    const ranges = { L: [[97, 122]], Ll: [[97, 122]], Lu: [[65, 90]], N: DIGITS, Nd: DIGITS } as const;
    if (whole === undefined || name === undefined || !Object.hasOwn(ranges, name))
      throw new UnsupportedPattern();
    this.#offset += whole.length;
    return ranges[name as keyof typeof ranges];
  }

  #code(length: number): Ranges {
    const digits = this.#pattern.slice(this.#offset, this.#offset + length);
    if (!/^[\da-f]+$/i.test(digits) || digits.length < length) throw new UnsupportedPattern();
    this.#offset += length;
    return one(String.fromCharCode(parseInt(digits, 16)));
  }

  #class(): Ranges {
    const isNegated = this.#peek() === '^';
    if (isNegated) this.#offset += 1;
    const ranges: (readonly [number, number])[] = [];
    while (this.#peek() !== ']') {
      if (this.#offset >= this.#pattern.length) throw new UnsupportedPattern();
      const from = this.#member();
      const isRange = this.#peek() === '-' && !/^(?:\])?$/.test(this.#pattern[this.#offset + 1] ?? '');
      if (!isRange || from.length !== 1 || from[0]![0] !== from[0]![1]) {
        ranges.push(...from);
        continue;
      }
      this.#offset += 1;
      const [[to] = [0]] = this.#member();
      if (to < from[0]![0]) throw new UnsupportedPattern();
      ranges.push([from[0]![0], to]);
    }
    this.#offset += 1;
    const printable = isNegated ? complement(ranges) : ranges;
    if (printable.length === 0) throw new UnsupportedPattern();
    return printable;
  }

  #member(): Ranges {
    const char = this.#take();
    if (char !== '\\') return one(char);
    const next = this.#take();
    return next === 'b' ? [[8, 8]] : this.#escaped(next);
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

function one(char: string): Ranges {
  const code = char.charCodeAt(0);
  return [[code, code]];
}

/** Returns letters, digits and signs that are not in the ranges; the first kind that there is. */
function complement(excluded: Ranges): Ranges {
  for (const [from, to] of [...ANY.toReversed(), [65, 90], [32, 126]] as const) {
    const codes = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (code) => !excluded.some(([first, last]) => code >= first && code <= last),
    );
    if (codes.length > 0) return codes.map((code) => [code, code]);
  }
  return [];
}
