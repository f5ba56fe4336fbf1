// Parser for commands of PowerShell
// (https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_quoting_rules). It executes and
// looks up nothing.
import { CommandList, type Command } from './command.ts';
import type { Placeholders } from './placeholders.ts';
import { indexAfterParenthesis } from './bash-quoting.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const NAME = /\$(?:\{([^{}]{1,200})\}|((?:env:)?[A-Za-z_]\w*))/iy;

/** Throws an Error that names the line of an unclosed quote. */
export function powerShellCommands(text: string, placeholders: Placeholders): readonly Command[] {
  return new PowerShellReader(text.replaceAll('\r\n', '\n'), placeholders).commands();
}

class PowerShellReader {
  readonly #text: string;
  readonly #placeholders: Placeholders;
  readonly #commands = new CommandList();
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
    if (char === '`' && this.#text[this.#offset + 1] === '\n') this.#offset += 2;
    else if (char === '#') this.#comment();
    else if (/[\n;|&]/.test(char)) {
      this.#offset += 1;
      this.#commands.end();
    } else if (/\s/.test(char)) this.#offset += 1;
    else this.#commands.addWord(this.#word());
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#offset);
    this.#offset = end < 0 ? this.#text.length : end;
  }

  #word(): string {
    const pieces: string[] = [];
    while (this.#offset < this.#text.length && !/[\s;|]/.test(this.#text[this.#offset] ?? '')) {
      const char = this.#text[this.#offset];
      if (char === "'") pieces.push(this.#verbatim());
      else if (char === '"') pieces.push(this.#expandable());
      else if (char === '`' && this.#text[this.#offset + 1] === '\n') break;
      else pieces.push(this.#piece());
    }
    // Before PowerShell 7.3, a quote reached a program only after a backslash, so older commands contain both.
    return pieces.join('').replaceAll('\\"', '"');
  }

  /** Parses text in single quotes, in which a quote is written twice. */
  #verbatim(): string {
    const start = this.#offset;
    const pieces: string[] = [];
    for (;;) {
      const end = this.#text.indexOf("'", this.#offset + 1);
      if (end < 0) throw this.#unended(start);
      pieces.push(this.#text.slice(this.#offset + 1, end));
      this.#offset = end + 1;
      if (this.#text[this.#offset] !== "'") return pieces.join("'");
    }
  }

  #expandable(): string {
    const start = this.#offset;
    const pieces: string[] = [];
    this.#offset += 1;
    for (;;) {
      if (this.#offset >= this.#text.length) throw this.#unended(start);
      if (this.#text[this.#offset] !== '"') pieces.push(this.#piece());
      else if (this.#text[this.#offset + 1] === '"') {
        pieces.push('"');
        this.#offset += 2;
      } else {
        this.#offset += 1;
        return pieces.join('');
      }
    }
  }

  #piece(): string {
    const start = this.#offset;
    const char = this.#text[start] ?? '';
    if (char === '`') {
      const next = this.#text[start + 1] ?? '';
      this.#offset += 2;
      return ESCAPES.get(next) ?? next;
    }
    if (char === '$' && this.#text[start + 1] === '(') return this.#command(start);
    NAME.lastIndex = start;
    const [whole, braced, plain] = NAME.exec(this.#text) ?? [];
    this.#offset += whole?.length ?? 1;
    return whole === undefined
      ? char
      : this.#placeholders.variable((braced ?? plain ?? '').replace(/^env:/i, ''));
  }

  #command(start: number): string {
    const end = indexAfterParenthesis(this.#text, start + 1);
    if (end < 0) throw this.#unended(start);
    this.#offset = end;
    return this.#placeholders.command(this.#text.slice(start, end));
  }

  #unended(start: number): Error {
    const line = this.#text.slice(0, start).split('\n').length;
    return new Error(`line ${line}: the ${this.#text[start] ?? ''} is not closed`);
  }
}
