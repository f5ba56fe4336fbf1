// Formats XML and HTML in indented lines. The source is only split into tags and text: no entity is expanded, nothing
// is loaded, and only white space between tags changes. Takes linear time, and limits its output.

export interface MarkupError {
  /** In characters. */
  readonly offset: number;
  readonly reason: string;
  /** True when more text could mend it: something does not end. */
  readonly isAtEnd: boolean;
}

export interface MarkupText {
  readonly text: string;
  /** Characters of the source that are not in `text`. */
  readonly leftOut: number;
  /** The first error of well-formedness; in HTML only an unexpected end. */
  readonly error: MarkupError | null;
}

export function formatMarkup(source: string, language: 'xml' | 'html', max: number): MarkupText {
  return new MarkupFormatter(source, language, max).run();
}

/** HTML Standard section 13.1.2: elements without an end tag, and those whose content must stay as it is. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const VERBATIM = new Set('script style textarea pre title'.split(' '));
const MAX_INDENT = 50;
/** Number of open elements that are searched for the start tag of an end tag. */
const MAX_SEARCHED = 64;

interface Piece {
  readonly kind: 'start' | 'end' | 'empty' | 'text' | 'other';
  readonly start: number;
  readonly end: number;
  /** Name of the element. */
  readonly name: string;
}

class MarkupFormatter {
  readonly #source: string;
  readonly #isHtml: boolean;
  readonly #max: number;
  readonly #open: string[] = [];
  readonly #lines: string[] = [];
  #written = 0;
  #at = 0;
  #error: MarkupError | null = null;

  constructor(source: string, language: 'xml' | 'html', max: number) {
    this.#source = source;
    this.#isHtml = language === 'html';
    this.#max = max;
  }

  run(): MarkupText {
    while (this.#at < this.#source.length && this.#written < this.#max) this.#piece(this.#next());
    const leftOut = this.#source.length - this.#at;
    if (leftOut === 0 && this.#open.length > 0 && !this.#isHtml)
      this.#refuse(this.#source.length, `<${this.#open.at(-1) ?? ''}> is not closed`, true);
    return { text: this.#lines.join('\n'), leftOut, error: this.#error };
  }

  #piece(piece: Piece): void {
    switch (piece.kind) {
      case 'start':
        this.#startTag(piece);
        return;
      case 'end':
        this.#endTag(piece);
        return;
      case 'empty':
      case 'other':
      case 'text':
        this.#line(this.#source.slice(piece.start, piece.end));
    }
  }

  #startTag(piece: Piece): void {
    const tag = this.#source.slice(piece.start, piece.end);
    if (this.#isHtml && VERBATIM.has(piece.name)) {
      this.#line(tag + this.#verbatim(piece));
      return;
    }
    const content = this.#onlyText(piece.name);
    if (content !== null) {
      this.#line(tag + content);
      return;
    }
    this.#line(tag);
    this.#open.push(piece.name);
  }

  /** Returns the text and end tag of an element that contains nothing else; null for others. */
  #onlyText(name: string): string | null {
    const before = this.#at;
    const after = this.#source.indexOf('<', before);
    if (after < 0 || this.#source[after + 1] !== '/') return null;
    this.#at = after;
    const end = this.#next();
    if (end.kind === 'end' && end.name === name)
      return this.#source.slice(before, after).trim() + this.#source.slice(after, end.end);
    this.#at = before;
    return null;
  }

  /** Returns everything up to and including the end tag of an element. */
  #verbatim({ name }: Piece): string {
    const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    closing.lastIndex = this.#at;
    const start = this.#at;
    const match = closing.exec(this.#source);
    this.#at = this.#source.length;
    if (match === null) {
      this.#refuse(start, `<${name}> is not closed`, true);
      return this.#source.slice(start);
    }
    this.#at = match.index;
    this.#at = this.#next().end;
    return this.#source.slice(start, this.#at);
  }

  #endTag(piece: Piece): void {
    const at = this.#open.slice(-MAX_SEARCHED).lastIndexOf(piece.name);
    if (at >= 0) {
      const level = Math.max(0, this.#open.length - MAX_SEARCHED) + at;
      if (level < this.#open.length - 1) this.#mismatch(piece);
      this.#open.length = level;
    } else this.#mismatch(piece);
    this.#line(this.#source.slice(piece.start, piece.end));
  }

  /** Reports an end tag that does not match. HTML allows end tags to be omitted. */
  #mismatch({ start, name }: Piece): void {
    if (this.#isHtml) return;
    const open = this.#open.at(-1);
    this.#refuse(
      start,
      open === undefined ? `</${name}> has no start tag` : `</${name}> closes while <${open}> is open`,
    );
  }

  #line(text: string): void {
    const line = '  '.repeat(Math.min(this.#open.length, MAX_INDENT)) + text.trim();
    if (text.trim() === '') return;
    this.#lines.push(line);
    this.#written += line.length + 1;
  }

  /** Returns the next tag or text, and moves behind it. */
  #next(): Piece {
    const start = this.#at;
    const source = this.#source;
    const piece = source[start] === '<' ? this.#markup(start) : this.#text(start);
    this.#at = piece.end;
    return piece;
  }

  #text(start: number): Piece {
    const next = this.#source.indexOf('<', start + 1);
    return { kind: 'text', start, end: next < 0 ? this.#source.length : next, name: '' };
  }

  #markup(start: number): Piece {
    const source = this.#source;
    if (source.startsWith('<!--', start)) return this.#until('-->', start, start + 4, 'a comment');
    if (source.startsWith('<![CDATA[', start)) return this.#until(']]>', start, start, 'CDATA');
    if (source.startsWith('<?', start))
      return this.#until(this.#isHtml ? '>' : '?>', start, start, 'an instruction');
    if (source.startsWith('<!', start)) return this.#declaration(start);
    return this.#tag(start);
  }

  #until(close: string, start: number, from: number, what: string): Piece {
    const found = this.#source.indexOf(close, from);
    if (found >= 0) return { kind: 'other', start, end: found + close.length, name: '' };
    this.#refuse(start, `${what} does not end`, true);
    return { kind: 'other', start, end: this.#source.length, name: '' };
  }

  /** Reads a document type, whose own declarations are in square brackets. */
  #declaration(start: number): Piece {
    let inside = 0;
    for (let at = start; at < this.#source.length; at += 1) {
      const char = this.#source[at]!;
      if (char === '[') inside += 1;
      else if (char === ']') inside -= 1;
      else if (char === '>' && inside <= 0) return { kind: 'other', start, end: at + 1, name: '' };
    }
    this.#refuse(start, 'a declaration does not end', true);
    return { kind: 'other', start, end: this.#source.length, name: '' };
  }

  #tag(start: number): Piece {
    TAG_NAME.lastIndex = start + 1;
    const match = TAG_NAME.exec(this.#source);
    // A `<` that starts no tag is text.
    if (match === null) {
      if (!this.#isHtml) this.#refuse(start, '< starts no tag', start + 2 >= this.#source.length);
      return this.#text(start);
    }
    const end = this.#tagEnd(TAG_NAME.lastIndex);
    if (end < 0) {
      this.#refuse(start, 'a tag does not end', true);
      return { kind: 'other', start, end: this.#source.length, name: '' };
    }
    const name = this.#isHtml ? match[2]!.toLowerCase() : match[2]!;
    const closesItself = this.#source[end - 2] === '/' || (this.#isHtml && VOID.has(name));
    const kind = match[1] === '/' ? 'end' : closesItself ? 'empty' : 'start';
    return { kind, start, end, name };
  }

  /** Returns the offset behind the `>` that is not in quotes; -1 without one. */
  #tagEnd(from: number): number {
    for (let at = from; at < this.#source.length; at += 1) {
      const char = this.#source[at]!;
      if (char === '>') return at + 1;
      if (char !== '"' && char !== "'") continue;
      at = this.#source.indexOf(char, at + 1);
      if (at < 0) return -1;
    }
    return -1;
  }

  #refuse(offset: number, reason: string, isAtEnd = false): void {
    this.#error ??= { offset, reason, isAtEnd };
  }
}

const TAG_NAME = /(\/?)([A-Za-z_:\u0080-\uffff][^\s/>]{0,200})/y;
