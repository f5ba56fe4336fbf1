// Writes a changed object into the text of its file so that the rest of it stays as a person wrote it: comments, order,
// short forms.
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { isObject } from '../../../base/is-object.ts';
import { writeYaml } from '../../../documents/yaml.ts';
import { withQuotedVariables } from './quoted-variables.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the text with the fields that differ; null where the text cannot be changed in part. `before` and `after` are
 * the fields without defaults.
 */
export function rewritten(text: string, before: Fields, after: Fields): string | null {
  const quoted = withQuotedVariables(text);
  const { contents, errors } = parseDocument(quoted);
  if (errors.length > 0 || !isBlockMap(contents)) return null;
  const edits: Edit[] = [];
  new Changing(quoted, edits).map(contents, before, after);
  let changed = quoted;
  for (const { start, end, text: part } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    changed = changed.slice(0, start) + part + changed.slice(end);
  return withoutOwnQuotes(changed, text, quoted);
}

function isBlockMap(node: unknown): node is YAMLMap {
  return isMap(node) && node.flow !== true && node.items.length > 0;
}

/** Lines whose variables were quoted to be read are as they were, unless they have changed. */
function withoutOwnQuotes(changed: string, text: string, quoted: string): string {
  if (quoted === text) return changed;
  const [originals, lines] = [text.split('\n'), quoted.split('\n')];
  const known = new Map(lines.map((line, at) => [line, originals[at]!]));
  return changed
    .split('\n')
    .map((line) => known.get(line) ?? line)
    .join('\n');
}

class Changing {
  readonly #text: string;
  readonly #edits: Edit[];

  constructor(text: string, edits: Edit[]) {
    this.#text = text;
    this.#edits = edits;
  }

  map(node: YAMLMap, before: Fields, after: Fields): void {
    const added: string[] = [];
    const indent = this.#indentOf(node);
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (isDeepStrictEqual(before[key], after[key])) continue;
      const pair = pairOf(node, key);
      if (!Object.hasOwn(after, key)) this.#remove(pair);
      else if (pair === undefined) added.push(partText(key, after[key], indent));
      else this.#change(pair, before[key], after[key], indent);
    }
    if (added.length > 0) this.#append(node, added.join('\n'));
  }

  #change(pair: Pair, before: unknown, after: unknown, indent: string): void {
    const { value } = pair;
    if (isBlockMap(value)) {
      const short = shortBodyOf(value, after);
      if (short !== null) {
        this.#replace(short.pair, short.content, this.#indentOf(value));
        return;
      }
      const [one, other] = [asMap(before), asMap(after)];
      if (one !== null && other !== null && hasOnly(value, one)) {
        this.map(value, one, other);
        return;
      }
    }
    this.#replace(pair, after, indent);
  }

  #replace(pair: Pair, after: unknown, indent: string): void {
    const [start, end] = this.#rangeOf(pair);
    const ends = this.#text.slice(start, end).endsWith('\n') ? '\n' : '';
    this.#edits.push({ start, end, text: partText(keyText(pair), after, indent).trimStart() + ends });
  }

  /** Removes the lines of a field, with a comment at their end. */
  #remove(pair: Pair | undefined): void {
    if (pair === undefined) return;
    const [start, end] = this.#rangeOf(pair);
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    const next = this.#text[end - 1] === '\n' ? end : this.#text.indexOf('\n', end) + 1;
    this.#edits.push({ start: lineStart, end: next === 0 ? this.#text.length : next, text: '' });
  }

  #append(node: YAMLMap, text: string): void {
    const [, end] = this.#rangeOf(node.items.at(-1)!);
    const isLineEnd = this.#text[end - 1] === '\n';
    const at = isLineEnd ? end : this.#text.indexOf('\n', end);
    const start = at < 0 ? this.#text.length : at;
    this.#edits.push({ start, end: start, text: isLineEnd ? `${text}\n` : `\n${text}` });
  }

  /** Returns where a field begins and ends in the text, without a comment behind it. */
  #rangeOf({ key, value }: Pair): readonly [start: number, end: number] {
    const [start = 0, , keyEnd = 0] = rangeIn(key);
    const [, end = keyEnd] = rangeIn(value);
    return [start, Math.max(end, keyEnd)];
  }

  #indentOf({ items }: YAMLMap): string {
    const [start = 0] = rangeIn(items[0]!.key);
    return ' '.repeat(start - (this.#text.lastIndexOf('\n', start - 1) + 1));
  }
}

function rangeIn(node: unknown): readonly number[] {
  return (node as { readonly range?: readonly number[] | null } | null)?.range ?? [];
}

/** `params` is what others call the query. */
function pairOf(node: YAMLMap, key: string): Pair | undefined {
  const names = key === 'query' ? ['query', 'params'] : [key];
  return node.items.find((pair) => isScalar(pair.key) && names.includes(String(pair.key.value)));
}

/** Returns true when the map has the names of the fields, and not those of a short form. */
function hasOnly({ items }: YAMLMap, fields: Fields): boolean {
  return items.map(keyText).every((key) => key === 'params' || Object.hasOwn(fields, key));
}

/** Returns the field of a body such as `{json: …}`, with its new content; null for other maps. */
function shortBodyOf({ items }: YAMLMap, after: unknown): { pair: Pair; content: unknown } | null {
  const [pair, second] = items;
  if (pair === undefined || second !== undefined || !isObject(after) || after['type'] !== 'raw') return null;
  if (keyText(pair) !== (after['language'] ?? 'text')) return null;
  const text = typeof after['text'] === 'string' ? after['text'] : '';
  if (isScalar(pair.value) || keyText(pair) !== 'json') return { pair, content: text };
  try {
    return { pair, content: JSON.parse(text) as unknown };
  } catch {
    return { pair, content: text };
  }
}

function keyText({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function partText(key: string, value: unknown, indent: string): string {
  const lines = writeYaml({ [key]: value })
    .trimEnd()
    .split('\n');
  return lines.map((line) => (line === '' ? line : indent + line)).join('\n');
}

/** Returns fields as they are, and a list of names and plain values as a map; null for others. */
function asMap(value: unknown): Fields | null {
  if (isObject(value)) return value;
  if (!Array.isArray(value)) return null;
  const entries: [string, unknown][] = [];
  for (const each of value as readonly unknown[]) {
    if (!isObject(each) || typeof each['name'] !== 'string') return null;
    const { name, value: own, ...others } = each;
    entries.push([name, Object.keys(others).length === 0 ? own : { value: own, ...others }]);
  }
  const map = new Map(entries);
  return map.size === entries.length ? Object.fromEntries(map) : null;
}
