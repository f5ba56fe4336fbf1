// Changes parts of an API description in its text, in YAML or JSON, so that everything else stays as it was written:
// comments, order, quotes.
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { lineStarts, positionAt } from '../text-lines.ts';
import { keyTextOf, SourceText, type Entry, type Splice } from './source-text.ts';

export type TextEdit =
  /** Sets a value; maps on the way that are not there are made. */
  | { readonly type: 'set'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly type: 'remove'; readonly path: readonly string[] }
  /** Adds an entry at the end of a list, which is made where there is none. */
  | { readonly type: 'append'; readonly path: readonly string[]; readonly value: unknown }
  /** Removes the entry of a list that is this text, and the list with its last entry. */
  | { readonly type: 'drop'; readonly path: readonly string[]; readonly value: string };

export interface EditedText {
  readonly text: string;
  /** The line of the first change, from 1. */
  readonly line: number;
}

/** Returns the text with all edits, one after the other; null where one of them cannot be made in the text alone. */
export function editedText(text: string, edits: readonly TextEdit[]): EditedText | null {
  let [current, line] = [text, 0];
  for (const edit of edits) {
    const { contents, errors } = parseDocument(current, { uniqueKeys: false });
    const splice = errors.length > 0 ? null : spliceOf(new SourceText(current), contents, edit);
    if (splice === null) return null;
    const { start, end, text: part } = splice;
    const first = start + (/^\s*/.exec(part)?.[0].length ?? 0);
    current = current.slice(0, start) + part + current.slice(end);
    if (line === 0) line = positionAt(lineStarts(current), Math.min(first, current.length)).line;
  }
  return line === 0 ? null : { text: current, line };
}

function spliceOf(source: SourceText, root: unknown, edit: TextEdit): Splice | null {
  const found = followed(root, edit.path);
  if (found === null) return null;
  const { entry, rest } = found;
  switch (edit.type) {
    case 'set':
      return set(source, found, edit.value);
    case 'append':
      if (rest.length > 0 || !isSeq(entry?.value)) return set(source, found, [edit.value]);
      return source.append(entry.value, edit.value);
    case 'remove':
      return rest.length > 0 || entry === null ? null : source.remove(entry);
    case 'drop': {
      if (rest.length > 0 || entry === null || !isSeq(entry.value)) return null;
      const list = entry.value;
      const at = list.items.findIndex((item) => isScalar(item) && String(item.value) === edit.value);
      if (at === -1) return null;
      return list.items.length === 1
        ? source.remove(entry)
        : source.remove({ parent: list, at, value: list.items[at] });
    }
  }
}

interface Followed {
  /** The innermost collection on the way; its names are those before `rest`. */
  readonly holder: YAMLMap | YAMLSeq;
  /** The entry to which the path leads, or the last on the way; null for the root. */
  readonly entry: Entry | null;
  /** The names at the end of the path that are not there. */
  readonly rest: readonly string[];
}

/** Follows a path as far as it exists. Returns null for a path through an alias, or through a value that holds none. */
function followed(root: unknown, path: readonly string[]): Followed | null {
  if (!isMap(root) && !isSeq(root)) return null;
  let holder: YAMLMap | YAMLSeq = root;
  let entry: Entry | null = null;
  for (const [at, name] of path.entries()) {
    const found = entryOf(holder, name);
    if (found === null) return { holder, entry, rest: path.slice(at) };
    entry = found;
    if (at === path.length - 1) break;
    if (isAlias(found.value)) return null;
    if (!isCollection(found.value))
      return isEmpty(found.value) ? { holder, entry, rest: path.slice(at + 1) } : null;
    if (!isMap(found.value) && !isSeq(found.value)) return null;
    holder = found.value;
  }
  return { holder, entry, rest: [] };
}

function entryOf(holder: YAMLMap | YAMLSeq, name: string): Entry | null {
  const at = isMap(holder)
    ? holder.items.findIndex(({ key }) => keyTextOf(key) === name)
    : /^\d+$/.test(name)
      ? Number(name)
      : -1;
  const item: unknown = holder.items[at];
  if (item === undefined || item === null) return null;
  return { parent: holder, at, value: isMap(holder) ? holder.items[at]!.value : item };
}

function isEmpty(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null);
}

function set(source: SourceText, { holder, entry, rest }: Followed, value: unknown): Splice | null {
  const [name, ...inner] = rest;
  if (name === undefined) return entry === null ? null : source.replace(entry, value);
  // A name without a value holds nothing: it gets a map.
  if (entry !== null && isEmpty(entry.value)) return source.replace(entry, nested(rest, value));
  if (!isMap(holder)) return null;
  return source.insert(holder, name, nested(inner, value));
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
