// Commands of PowerShell (https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_quoting_rules),
// without what it would run or look up for them.
import { Commands, type Command } from './command.ts';
import type { Placeholders } from './placeholders.ts';
import { behindParenthesis } from './bash-quoting.ts';

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

/** Throws an Error whose sentence says where a quote has no end. */
export function powerShellCommands(text: string, placeholders: Placeholders): readonly Command[] {
  return new Reader(text.replaceAll('\r\n', '\n'), placeholders).commands();
}

class Reader {
  readonly #text: string;
  readonly #placeholders: Placeholders;
  readonly #commands = new Commands();
  #at = 0;

  constructor(text: string, placeholders: Placeholders) {
    this.#text = text;
    this.#placeholders = placeholders;
  }

  commands(): readonly Command[] {
    while (this.#at < this.#text.length) this.#step();
    return this.#commands.all;
  }

  #step(): void {
    const char = this.#text[this.#at] ?? '';
    if (char === '`' && this.#text[this.#at + 1] === '\n') this.#at += 2;
    else if (char === '#') this.#comment();
    else if (/[\n;|&]/.test(char)) {
      this.#at += 1;
      this.#commands.end();
    } else if (/\s/.test(char)) this.#at += 1;
    else this.#commands.addWord(this.#word());
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #word(): string {
    const pieces: string[] = [];
    while (this.#at < this.#text.length && !/[\s;|]/.test(this.#text[this.#at] ?? '')) {
      const char = this.#text[this.#at];
      if (char === "'") pieces.push(this.#verbatim());
      else if (char === '"') pieces.push(this.#expandable());
      else if (char === '`' && this.#text[this.#at + 1] === '\n') break;
      else pieces.push(this.#piece());
    }
    // Before 7.3 a quote was handed to a program only behind a backslash, so that copies of that time have both.
    return pieces.join('').replaceAll('\\"', '"');
  }

  /** A quote in it is written twice. */
  #verbatim(): string {
    const start = this.#at;
    const pieces: string[] = [];
    for (;;) {
      const end = this.#text.indexOf("'", this.#at + 1);
      if (end < 0) throw this.#unended(start);
      pieces.push(this.#text.slice(this.#at + 1, end));
      this.#at = end + 1;
      if (this.#text[this.#at] !== "'") return pieces.join("'");
    }
  }

  #expandable(): string {
    const start = this.#at;
    const pieces: string[] = [];
    this.#at += 1;
    for (;;) {
      if (this.#at >= this.#text.length) throw this.#unended(start);
      if (this.#text[this.#at] !== '"') pieces.push(this.#piece());
      else if (this.#text[this.#at + 1] === '"') {
        pieces.push('"');
        this.#at += 2;
      } else {
        this.#at += 1;
        return pieces.join('');
      }
    }
  }

  #piece(): string {
    const start = this.#at;
    const char = this.#text[start] ?? '';
    if (char === '`') {
      const next = this.#text[start + 1] ?? '';
      this.#at += 2;
      return ESCAPES.get(next) ?? next;
    }
    if (char === '$' && this.#text[start + 1] === '(') return this.#command(start);
    NAME.lastIndex = start;
    const [whole, braced, plain] = NAME.exec(this.#text) ?? [];
    this.#at += whole?.length ?? 1;
    return whole === undefined
      ? char
      : this.#placeholders.variable((braced ?? plain ?? '').replace(/^env:/i, ''));
  }

  #command(start: number): string {
    const end = behindParenthesis(this.#text, start + 1);
    if (end < 0) throw this.#unended(start);
    this.#at = end;
    return this.#placeholders.command(this.#text.slice(start, end));
  }

  #unended(start: number): Error {
    const line = this.#text.slice(0, start).split('\n').length;
    return new Error(`line ${line}: what begins with ${this.#text[start] ?? ''} has no end`);
  }
}
