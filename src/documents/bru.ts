// Bruno's text format (https://docs.usebruno.com/bru-lang): blocks of fields, of text, or of names. The reader keeps
// the order and repetition of fields.

/** A field. The lines of a multi-line value are joined, without their common indentation. */
export interface BruField {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  /** Annotations without `@`, such as `number`, with their arguments. */
  readonly notes: ReadonlyMap<string, string>;
  /** The fields of a nested block; null for a plain value. */
  readonly fields: readonly BruField[] | null;
}

export interface BruBlock {
  readonly name: string;
  /** The line of its head, counted from 1. */
  readonly line: number;
  /** The text between its braces, without the indentation. */
  readonly text: string;
  /** The fields, or the names of a list as fields without values. */
  readonly fields: readonly BruField[];
}

export class BruError extends Error {
  constructor(reason: string, line: number) {
    super(`line ${line}: ${reason}`);
    this.name = 'BruError';
  }
}

const HEAD = /^([a-zA-Z][\w:.-]*)\s*([{[])\s*$/;
/** Blocks whose text is not made of fields. */
const TEXT_BLOCK = /^(?:script:[\w-]+|tests|docs|body:(?:json|text|xml|sparql|graphql|graphql:vars))$/;

/** Parses a file. Throws a BruError about an unclosed block, or about text outside of blocks. */
export function parseBru(source: string): readonly BruBlock[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/);
  const blocks: BruBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.startsWith('//') || line.startsWith('#')) continue;
    const [, name, bracket] = HEAD.exec(line) ?? [];
    if (name === undefined) throw new BruError(`${JSON.stringify(line.slice(0, 60))} is no block`, at + 1);
    const end = lines.indexOf(bracket === '{' ? '}' : ']', at + 1);
    if (end < 0) throw new BruError(`the block "${name}" has no end`, at + 1);
    blocks.push(blockOf(name, lines.slice(at + 1, end), at + 1, bracket === '['));
    at = end;
  }
  return blocks;
}

function blockOf(name: string, lines: readonly string[], line: number, isList: boolean): BruBlock {
  const text = withoutIndent(lines).join('\n');
  const fields = isList ? namesIn(text) : TEXT_BLOCK.test(name) ? [] : new FieldReader(lines, line).fields();
  return { name, line, text, fields };
}

function namesIn(text: string): readonly BruField[] {
  return text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => ({ ...parseName(each), value: '', notes: new Map(), fields: null }));
}

function parseName(text: string): { readonly name: string; readonly enabled: boolean } {
  const enabled = !text.startsWith('~');
  const bare = (enabled ? text : text.slice(1)).trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(bare)?.[1];
  return { name: quoted === undefined ? bare : quoted.replaceAll(/\\(["\\])/g, '$1'), enabled };
}

/** Removes the indentation of a block, which Bruno writes as two spaces. */
function withoutIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = Math.min(2, ...indents);
  return lines.map((line) => line.slice(Math.min(common, line.length)));
}

/** A name up to the first colon, unless it is quoted; or that of a nested block, which can have colons. */
const FIELD = /^\s*(?:([\w:.-]+):\s*([{[])|(~?(?:"(?:[^"\\]|\\.)*"|[^:"]+)):(.*))\s*$/s;
const NOTE = /^\s*@(\w+)(?:\((.*)\))?\s*$/s;

/** Reads the fields of a block, in which a value can span lines. */
class FieldReader {
  readonly #lines: readonly string[];
  /** The line before the first one. */
  readonly #start: number;
  #at = 0;

  constructor(lines: readonly string[], start: number) {
    this.#lines = lines;
    this.#start = start;
  }

  fields(): BruField[] {
    const bruFields: BruField[] = [];
    let notes = new Map<string, string>();
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? '';
      this.#at += 1;
      if (line.trim() === '') continue;
      const note = line.trimStart().startsWith('@') ? NOTE.exec(this.#whole(line)) : null;
      if (note !== null) {
        notes.set(note[1] ?? '', argumentOf(note[2] ?? ''));
        continue;
      }
      bruFields.push(this.#field(line, notes));
      notes = new Map();
    }
    return bruFields;
  }

  /** Joins a line with those that follow, while it is within `'''`. */
  #whole(line: string): string {
    let whole = line;
    while ((whole.split("'''").length - 1) % 2 === 1 && this.#at < this.#lines.length) {
      whole += `\n${this.#lines[this.#at] ?? ''}`;
      this.#at += 1;
    }
    return whole;
  }

  #field(line: string, given: ReadonlyMap<string, string>): BruField {
    const [, nested, bracket, name, value = ''] = FIELD.exec(line) ?? [];
    if (nested !== undefined) return this.#nested(nested, bracket === '{' ? '}' : ']', given);
    if (name === undefined) return { ...parseName(line.trim()), value: '', notes: given, fields: null };
    const { text, notes } = withNotes(this.#whole(value.trim()), given);
    return { ...parseName(name), value: withoutQuotes(text), notes, fields: null };
  }

  /** Reads a nested block up to the bracket at the indentation of its head. */
  #nested(name: string, bracket: string, notes: ReadonlyMap<string, string>): BruField {
    const head = this.#lines[this.#at - 1] ?? '';
    const end = this.#lines.indexOf(`${' '.repeat(head.search(/\S/))}${bracket}`, this.#at);
    if (end < 0) throw new BruError(`the nested block "${name}" has no end`, this.#start + this.#at);
    const inner = this.#lines.slice(this.#at, end);
    const line = this.#start + this.#at;
    this.#at = end + 1;
    const fields = bracket === '}' && !TEXT_BLOCK.test(name) ? new FieldReader(inner, line).fields() : null;
    return { name, enabled: true, value: dedent(inner).join('\n'), notes, fields };
  }
}

/** Splits annotations off the end of a value: `text @contentType(a/b)`. */
function withNotes(
  value: string,
  given: ReadonlyMap<string, string>,
): { readonly text: string; readonly notes: ReadonlyMap<string, string> } {
  const [whole, name, argument] = /(?:^|\s)@(contentType|description)\(([^()]*)\)\s*$/.exec(value) ?? [];
  if (whole === undefined || name === undefined) return { text: value, notes: given };
  const inner = withNotes(value.slice(0, -whole.length), given);
  return { text: inner.text.trimEnd(), notes: new Map([...inner.notes, [name, argumentOf(argument ?? '')]]) };
}

/** Removes the quotes of a value of several lines. */
function withoutQuotes(text: string): string {
  const block = /^'''(?:[^\S\n]*\n)?([\s\S]*?)\n?[^\S\n]*'''$/.exec(text.trim())?.[1];
  return block === undefined ? text : dedent(block.split('\n')).join('\n');
}

/** Removes the quotes of the argument of an annotation. */
function argumentOf(text: string): string {
  return text.startsWith("'''") ? withoutQuotes(text) : text.replace(/^(['"])(.*)\1$/s, '$2');
}

function dedent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(common, line.length)));
}
