// What `--data` and its like put together: a body, or a query.
import type { Input } from './command.ts';
import type { Option } from './options.ts';
import { shortened, type Tell } from './placeholders.ts';

export interface Data {
  readonly text: string;
  /** The only part, where that is a file: its bytes are the body. Else null. */
  readonly file: string | null;
}

/** A text, or a file that nobody opens. */
type Part =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'file'; readonly path: string };

const JOINED = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json']);

/** Null without any. `input`: what `@-` reads. */
export function dataOf(options: readonly Option[], input: Input | null, tell: Tell): Data | null {
  const given = options.filter(({ name }) => JOINED.has(name));
  const parts = given.map((option) => partOf(option, input));
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length === 1 && only.type === 'file') return { text: '', file: only.path };
  const texts = parts.map((part) => (part.type === 'text' ? part.text : placeholder(part.path, tell)));
  const pieces = texts.flatMap((text, at) => (at === 0 || given[at]?.name === 'json' ? [text] : ['&', text]));
  return { text: pieces.join(''), file: null };
}

/** In the place of a file that is part of a body. */
function placeholder(path: string, tell: Tell): string {
  tell(`the file ${shortened(path)} is not read: its content is to be put in its place`);
  return `<content of ${shortened(path)}>`;
}

function partOf({ name, value }: Option, input: Input | null): Part {
  if (name === 'data-raw') return { type: 'text', text: value };
  if (name === 'data-urlencode') return encodedPart(value, input);
  if (!value.startsWith('@')) return { type: 'text', text: value };
  const part = fileOf(value.slice(1), input);
  const keepsLines = name === 'data-binary' || name === 'json';
  if (part.type === 'file' || keepsLines) return part;
  return { type: 'text', text: part.text.replace(/[\r\n\0]/g, '') };
}

function fileOf(path: string, input: Input | null): Part {
  return path === '-' && input !== null ? input : { type: 'file', path };
}

/** `text`, `=text`, `name=text`, `@file` or `name@file`. */
function encodedPart(value: string, input: Input | null): Part {
  const at = value.search(/[=@]/);
  const name = at < 1 ? '' : `${value.slice(0, at)}=`;
  if (value[at] !== '@') return { type: 'text', text: name + encoded(value.slice(at + 1)) };
  const part = fileOf(value.slice(at + 1), input);
  if (part.type === 'text') return { type: 'text', text: name + encoded(part.text) };
  return name === '' ? part : { type: 'text', text: `${name}<content of ${shortened(part.path)}>` };
}

/** Of `--url-query`: as above, but what begins with a plus is encoded already. */
export function queryOf(options: readonly Option[], tell: Tell): string {
  return options
    .filter(({ name }) => name === 'url-query')
    .map(({ value }) => {
      if (value.startsWith('+')) return value.slice(1);
      const part = encodedPart(value, null);
      return part.type === 'text' ? part.text : placeholder(part.path, tell);
    })
    .join('&');
}

/** As curl does it: a blank becomes a plus. Variables stay. */
function encoded(text: string): string {
  return text
    .toWellFormed()
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, at) => (at % 2 === 1 ? piece : encodedPiece(piece)))
    .join('');
}

function encodedPiece(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
