// The body or query that `--data` and similar options produce.
import type { Input } from './command.ts';
import type { Option } from './options.ts';
import { shorten, type Warn } from './placeholders.ts';

export interface Data {
  readonly text: string;
  /** The path of the file whose bytes are the whole body; null otherwise. */
  readonly file: string | null;
}

/** A text, or a file, which is never opened. */
type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string };

const DATA_OPTIONS = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json']);

/** Returns null when there are no data options. `input` is the standard input, which `@-` reads. */
export function dataOf(options: readonly Option[], input: Input | null, warn: Warn): Data | null {
  const dataOptions = options.filter(({ name }) => DATA_OPTIONS.has(name));
  const parts = dataOptions.map((option) => partOf(option, input));
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length === 1 && only.type === 'file') return { text: '', file: only.path };
  const texts = parts.map((part) => (part.type === 'text' ? part.text : placeholder(part.path, warn)));
  const pieces = texts.flatMap((text, index) =>
    index === 0 || dataOptions[index]?.name === 'json' ? [text] : ['&', text],
  );
  return { text: pieces.join(''), file: null };
}

/** Returns the text that replaces a file within a body. */
function placeholder(path: string, warn: Warn): string {
  warn(`the file ${shorten(path)} is not read: insert its content`);
  return `<content of ${shorten(path)}>`;
}

function partOf({ name, value }: Option, input: Input | null): Part {
  if (name === 'data-raw') return { type: 'text', text: value };
  if (name === 'data-urlencode') return urlencodedPart(value, input);
  if (!value.startsWith('@')) return { type: 'text', text: value };
  const part = fileOf(value.slice(1), input);
  const keepsLines = name === 'data-binary' || name === 'json';
  if (part.type === 'file' || keepsLines) return part;
  return { type: 'text', text: part.text.replace(/[\r\n\0]/g, '') };
}

function fileOf(path: string, input: Input | null): Part {
  return path === '-' && input !== null ? input : { type: 'file', path };
}

/** Parses `text`, `=text`, `name=text`, `@file` or `name@file`. */
function urlencodedPart(value: string, input: Input | null): Part {
  const index = value.search(/[=@]/);
  const name = index < 1 ? '' : `${value.slice(0, index)}=`;
  if (value[index] !== '@') return { type: 'text', text: name + formEncode(value.slice(index + 1)) };
  const part = fileOf(value.slice(index + 1), input);
  if (part.type === 'text') return { type: 'text', text: name + formEncode(part.text) };
  return name === '' ? part : { type: 'text', text: `${name}<content of ${shorten(part.path)}>` };
}

/** Returns the query that the `--url-query` options produce; a value that starts with a plus is encoded already. */
export function queryOf(options: readonly Option[], warn: Warn): string {
  return options
    .filter(({ name }) => name === 'url-query')
    .map(({ value }) => {
      if (value.startsWith('+')) return value.slice(1);
      const part = urlencodedPart(value, null);
      return part.type === 'text' ? part.text : placeholder(part.path, warn);
    })
    .join('&');
}

/** Encodes like curl, which turns a blank into a plus. Variables in braces are kept. */
function formEncode(text: string): string {
  return text
    .toWellFormed()
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 1 ? piece : formEncodePiece(piece)))
    .join('');
}

function formEncodePiece(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
