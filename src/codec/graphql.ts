// GraphQL documents (spec.graphql.org, section 2): lists their operations and formats their text. Works on tokens
// only, so that it can also show text that is not quite GraphQL.

export interface GraphqlOperation {
  readonly type: 'query' | 'mutation' | 'subscription';
  /** Null for an anonymous operation. */
  readonly name: string | null;
}

interface Token {
  readonly kind: 'name' | 'mark' | 'number' | 'text' | 'comment';
  readonly text: string;
}

const TOKEN = /[\s,\ufeff]+|(#[^\r\n]*)|([A-Za-z_]\w*)|(\.\.\.|[!$&()[\]{}:=@|])|(-?\d[\d.eE+-]*)|(""")|(")/y;

/** The tokens of a text, up to the first error; null when there is none. */
export interface GraphqlTokens {
  readonly tokens: readonly Token[];
  readonly error: {
    readonly offset: number;
    readonly reason: string;
    /** True when a bound of ours ended the reading, and nothing is wrong with the text. */
    readonly isBound?: boolean;
  } | null;
}

/** Splits a text into at most `max` tokens. */
export function graphqlTokens(source: string, max: number): GraphqlTokens {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length && tokens.length < max) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (match === null)
      return { tokens, error: { offset: at, reason: `${JSON.stringify(source[at])} has no meaning here` } };
    const end = match[5] !== undefined || match[6] !== undefined ? textEnd(source, at) : TOKEN.lastIndex;
    if (end < 0) return { tokens, error: { offset: at, reason: 'a text does not end' } };
    const kind = kindOf(match);
    if (kind !== null) tokens.push({ kind, text: source.slice(at, end) });
    at = end;
  }
  if (at >= source.length) return { tokens, error: null };
  return { tokens, error: { offset: at, reason: `more than ${max} tokens`, isBound: true } };
}

function kindOf(match: RegExpExecArray): Token['kind'] | null {
  if (match[1] !== undefined) return 'comment';
  if (match[2] !== undefined) return 'name';
  if (match[3] !== undefined) return 'mark';
  if (match[4] !== undefined) return 'number';
  return match[5] !== undefined || match[6] !== undefined ? 'text' : null;
}

/** Returns the offset behind the quotes that close a string; -1 without them. */
function textEnd(source: string, start: number): number {
  const quotes = source.startsWith('"""', start) ? '"""' : '"';
  for (let at = start + quotes.length; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source.startsWith(quotes, at)) return at + quotes.length;
    else if (quotes === '"' && source[at] === '\n') return -1;
  }
  return -1;
}

/** Returns the operations in document order. */
export function graphqlOperations(tokens: readonly Token[]): GraphqlOperation[] {
  const operations: GraphqlOperation[] = [];
  let depth = 0;
  let starts = true;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'comment') continue;
    if (depth === 0 && starts) {
      const named = tokens[at + 1];
      if (text === '{') operations.push({ type: 'query', name: null });
      else if (text === 'query' || text === 'mutation' || text === 'subscription')
        operations.push({ type: text, name: named?.kind === 'name' ? named.text : null });
    }
    if ('{(['.includes(text)) depth += 1;
    else if ('})]'.includes(text)) depth -= 1;
    starts = depth === 0 && text === '}';
  }
  return operations;
}

const MAX_INDENT = 50;

/** Formats tokens in lines, each with one field and its arguments. */
export function formatGraphql(tokens: readonly Token[]): string {
  const layout = new GraphqlLayout();
  for (const [at, token] of tokens.entries()) layout.add(token, tokens[at - 1], tokens[at - 2]);
  return layout.text();
}

class GraphqlLayout {
  readonly #pieces: string[] = [];
  #depth = 0;
  /** Number of open brackets within the line: arguments, lists, values. */
  #inline = 0;

  text(): string {
    return this.#pieces.join('').trim();
  }

  add(token: Token, before: Token | undefined, earlier: Token | undefined): void {
    const { kind, text } = token;
    if (this.#inline > 0) this.#addInline(token, before);
    else if (text === '{') this.#openBlock(before);
    else if (text === '}') this.#closeBlock();
    else if (text === '(' || text === '[') this.#put(text, before?.text === ':' ? ' ' : '');
    else if (kind === 'comment' || this.#startsLine(token, before, earlier)) this.#put(text, this.#newLine());
    else this.#put(text, gap(token, before));
    if (text === '(' || text === '[' || (text === '{' && this.#inline > 0)) this.#inline += 1;
  }

  #addInline({ kind, text }: Token, before: Token | undefined): void {
    if (')]}'.includes(text)) {
      this.#inline -= 1;
      this.#put(text, text === '}' ? ' ' : '');
      return;
    }
    const opens = before?.text === '(' || before?.text === '[';
    // Commas are white space in GraphQL. One is written where a value follows another.
    const isValue = kind !== 'mark' || text === '$';
    const isNext = isValue && !opens && !/^[$:@=&|{]$/.test(before?.text ?? ':');
    this.#put(text, opens ? '' : isNext ? ', ' : gap({ kind, text }, before));
  }

  #openBlock(before: Token | undefined): void {
    this.#put(
      '{',
      before === undefined || before.text === '}' ? this.#newLine() : before.text === '{' ? '' : ' ',
    );
    this.#depth += 1;
  }

  #closeBlock(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    this.#put('}', this.#indent());
  }

  #startsLine({ kind, text }: Token, before: Token | undefined, earlier: Token | undefined): boolean {
    if (text === '...') return true;
    if (kind !== 'name' && kind !== 'text') return false;
    if (before === undefined || before.kind === 'comment' || before.text === '}' || before.kind === 'text')
      return true;
    if (this.#depth === 0) return false;
    if (/^(?:\.\.\.|[:@=&|$])$/.test(before.text)) return false;
    return !(before.text === 'on' && earlier?.text === '...');
  }

  #newLine(): string {
    const isNextDefinition = this.#depth === 0 && this.#pieces.at(-1)?.endsWith('}') === true;
    return isNextDefinition ? `\n${this.#indent()}` : this.#indent();
  }

  #indent(): string {
    return `\n${'  '.repeat(Math.min(this.#depth, MAX_INDENT))}`;
  }

  #put(text: string, before: string): void {
    this.#pieces.push(before + text);
  }
}

/** Returns what separates two tokens on a line. */
function gap({ text }: Token, before: Token | undefined): string {
  if (before === undefined || '$@(['.includes(before.text)) return '';
  if (before.text === '...') return text === '@' || text === 'on' ? ' ' : '';
  return ':!)]'.includes(text) ? '' : ' ';
}
