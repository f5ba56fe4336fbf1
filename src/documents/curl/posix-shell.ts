// Parser for commands of sh, bash and zsh (POSIX, Shell Command Language, 2.2 and 2.3). It executes and looks up
// nothing.
import { CommandList, type Command } from './command.ts';
import type { Placeholders } from './placeholders.ts';
import { unescapeAnsi, indexAfterParenthesis } from './bash-quoting.ts';

/** Throws an Error that names the line of an unclosed quote. */
export function shellCommands(text: string, placeholders: Placeholders): readonly Command[] {
  return new ShellReader(text.replaceAll('\r\n', '\n'), placeholders).commands();
}

interface HereDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly isIndented: boolean;
}

/** Characters that have no special meaning in a word. */
const PLAIN = /[^\s\\'"$`;&|<>()]+/y;
const PLAIN_IN_QUOTES = /[^\\"$`]+/y;
const CONTINUATION = /\\[ \t]*\n/y;
/** `POST\` before an option or a URL in the next line, or with blanks after the backslash. */
const FORGOTTEN_SPACE = /\\(?:[ \t]+\n|\n(?=--?[A-Za-z]|['"]?https?:\/\/))/y;
const REDIRECTION = /(?:&>>?|<<<|<<-?|<>|[<>]&|>>|>\||[<>])/y;
const NAME = /[A-Za-z_]\w*|[\d@*#?!$-]/y;
const BRACED = /\{([A-Za-z_]\w*|\d+)[^{}]*\}/y;

class ShellReader {
  readonly #text: string;
  readonly #placeholders: Placeholders;
  readonly #commands = new CommandList();
  #hereDocuments: HereDocument[] = [];
  #offset = 0;

  constructor(text: string, placeholders: Placeholders) {
    this.#text = text;
    this.#placeholders = placeholders;
  }

  commands(): readonly Command[] {
    while (this.#offset < this.#text.length) this.#step();
    return this.#commands.all;
  }

  #step(): void {
    const char = this.#text[this.#offset] ?? '';
    const next = this.#text[this.#offset + 1];
    if (char === '\n') this.#lineEnd();
    else if (/\s/.test(char)) this.#offset += 1;
    else if (this.#match(CONTINUATION) !== null) return;
    else if (char === '#') this.#offset = this.#indexOrEnd('\n');
    else if (this.#isProcess()) this.#commands.addWord(this.#parenthesis(this.#offset, this.#offset + 1));
    else if (this.#redirect()) return;
    else if (char === '|' && next !== '|') {
      this.#offset += next === '&' ? 2 : 1;
      this.#commands.pipe();
    } else if (/[;&|()]/.test(char)) {
      // Both characters of `||` and `&&` are taken at once: the second is no pipe.
      this.#offset += next === char ? 1 : 0;
      this.#offset += 1;
      this.#commands.end();
    } else this.#word();
  }

  #lineEnd(): void {
    this.#offset += 1;
    for (const document of this.#hereDocuments)
      this.#commands.input = { type: 'text', text: this.#hereText(document) };
    this.#hereDocuments = [];
    this.#commands.end();
  }

  /** True at `<(…)` and `>(…)`. */
  #isProcess(): boolean {
    return /[<>]/.test(this.#text[this.#offset] ?? '') && this.#text[this.#offset + 1] === '(';
  }

  /** Parses a redirection and returns true, or returns false when there is none here. */
  #redirect(): boolean {
    const operator = this.#match(REDIRECTION)?.[0];
    if (operator === undefined) return false;
    const target = this.#target();
    if (operator === '<<' || operator === '<<-') {
      const { word, isQuoted } = target;
      this.#hereDocuments.push({ delimiter: word, isQuoted, isIndented: operator === '<<-' });
    } else if (operator === '<<<') this.#commands.input = { type: 'text', text: `${target.word}\n` };
    else if (operator === '<') this.#commands.input = { type: 'file', path: target.word };
    return true;
  }

  #target(): { readonly word: string; readonly isQuoted: boolean } {
    while (/[ \t]/.test(this.#text[this.#offset] ?? '')) this.#offset += 1;
    if (this.#isProcess())
      return { word: this.#parenthesis(this.#offset, this.#offset + 1), isQuoted: false };
    const start = this.#offset;
    const word = this.#wordText();
    return { word, isQuoted: /['"\\]/.test(this.#text.slice(start, this.#offset)) };
  }

  #hereText({ delimiter, isQuoted, isIndented }: HereDocument): string {
    const lines: string[] = [];
    while (this.#offset < this.#text.length) {
      const end = this.#indexOrEnd('\n');
      const line = this.#text.slice(this.#offset, end).replace(isIndented ? /^\t+/ : /^(?!)/, '');
      this.#offset = end + 1;
      if (line === delimiter) break;
      lines.push(line);
    }
    const text = lines.map((line) => `${line}\n`).join('');
    return isQuoted ? text : new ShellReader(text, this.#placeholders).#unquoted();
  }

  /** Parses the text like a here document, in which quotes have no meaning. */
  #unquoted(): string {
    let text = '';
    while (this.#offset < this.#text.length) {
      if (this.#text[this.#offset] === '"') {
        text += '"';
        this.#offset += 1;
      } else text += this.#pieceInQuotes();
    }
    return text;
  }

  #word(): void {
    const start = this.#offset;
    const word = this.#wordText();
    const char = this.#text[this.#offset];
    // A number before a redirection is a file descriptor and not a word.
    const isNumber = (char === '<' || char === '>') && /^\d+$/.test(this.#text.slice(start, this.#offset));
    if (!isNumber) this.#commands.addWord(word);
  }

  #wordText(): string {
    let word = '';
    for (let piece = this.#piece(); piece !== null; piece = this.#piece()) {
      word += piece;
      // The character is checked first, because looking at a word that is still being joined would copy it.
      if (this.#text[this.#offset] === '&' && this.#isInUrl(word)) {
        this.#placeholders.unquotedUrl();
        word += this.#literal();
      }
    }
    return word;
  }

  /** True at an `&` that is followed by more of a URL, which its user forgot to put in quotes. */
  #isInUrl(word: string): boolean {
    return /^https?:\/\//i.test(word) && /[^\s&;|<>()]/.test(this.#text[this.#offset + 1] ?? '');
  }

  /** Returns null at the end of the word. */
  #piece(): string | null {
    const plain = this.#match(PLAIN);
    if (plain !== null) return plain[0];
    const char = this.#text[this.#offset];
    if (char === '\\') return this.#isForgottenSpace() ? null : this.#escaped();
    if (char === "'") return this.#singleQuoted();
    if (char === '"') return this.#quoted();
    if (char === '$' || char === '`') return this.#expansion();
    return null;
  }

  /** True at a backslash that ends a line, where a shell would join two words that were meant to be apart. */
  #isForgottenSpace(): boolean {
    FORGOTTEN_SPACE.lastIndex = this.#offset;
    return FORGOTTEN_SPACE.test(this.#text);
  }

  #singleQuoted(): string {
    const start = this.#offset;
    const end = this.#text.indexOf("'", start + 1);
    if (end < 0) throw this.#unended(start);
    this.#offset = end + 1;
    return this.#text.slice(start + 1, end);
  }

  #escaped(): string {
    const char = String.fromCodePoint(this.#text.codePointAt(this.#offset + 1) ?? 0x5c);
    this.#offset += 1 + (this.#offset + 1 < this.#text.length ? char.length : 0);
    return char === '\n' ? '' : char;
  }

  #quoted(): string {
    const start = this.#offset;
    this.#offset += 1;
    let text = '';
    while (this.#text[this.#offset] !== '"') {
      if (this.#offset >= this.#text.length) throw this.#unended(start);
      text += this.#pieceInQuotes();
    }
    this.#offset += 1;
    return text;
  }

  #pieceInQuotes(): string {
    const plain = this.#match(PLAIN_IN_QUOTES);
    if (plain !== null) return plain[0];
    const next = this.#text[this.#offset + 1] ?? '';
    if (this.#text[this.#offset] === '$' && /['"]/.test(next)) return this.#literal();
    if (this.#text[this.#offset] !== '\\') return this.#expansion();
    if (/[\\"$`\n]/.test(next)) return this.#escaped();
    return this.#literal();
  }

  #literal(): string {
    this.#offset += 1;
    return this.#text[this.#offset - 1] ?? '';
  }

  /** Parses an expansion, which starts with `$` or a backtick. */
  #expansion(): string {
    const start = this.#offset;
    const next = this.#text[start + 1];
    if (this.#text[start] === '`') return this.#backticks(start);
    if (next === '(') return this.#parenthesis(start, start + 1);
    this.#offset += 1;
    if (next === "'") return this.#ansi(start + 1);
    if (next === '"') return '';
    const name = this.#match(BRACED)?.[1] ?? this.#match(NAME)?.[0];
    return name === undefined ? '$' : this.#placeholders.variable(name);
  }

  /** Parses `$'…'`; `quote` is the index of its first quote. */
  #ansi(quote: number): string {
    const end = this.#endOf(quote, "'");
    this.#offset = end + 1;
    return unescapeAnsi(this.#text.slice(quote + 1, end));
  }

  #backticks(start: number): string {
    this.#offset = this.#endOf(start, '`') + 1;
    return this.#placeholders.command(this.#text.slice(start, this.#offset));
  }

  /** Returns the index of the next unescaped `quote` after `start`. */
  #endOf(start: number, quote: string): number {
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length) throw this.#unended(start);
    return end;
  }

  #parenthesis(start: number, open: number): string {
    const end = indexAfterParenthesis(this.#text, open);
    if (end < 0) throw this.#unended(start);
    this.#offset = end;
    return this.#placeholders.command(this.#text.slice(start, end));
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#offset = pattern.lastIndex;
    return match;
  }

  #indexOrEnd(char: string): number {
    const index = this.#text.indexOf(char, this.#offset);
    return index < 0 ? this.#text.length : index;
  }

  #unended(start: number): Error {
    const line = this.#text.slice(0, start).split('\n').length;
    return new Error(`line ${line}: the ${this.#text[start] ?? ''} is not closed`);
  }
}
