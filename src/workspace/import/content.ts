// Bytes of a file as text, and text as the value that its JSON or YAML stands for: bounded before anything is built.
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { parseYaml } from '../../documents/yaml.ts';
import type { Content } from './contract.ts';

/** Of a file. */
export const MAX_BYTES = 64 * 1024 * 1024;
/** Levels of brackets. Documents that people use have a tenth of it. */
const MAX_DEPTH = 500;
/** Fields and list items of a whole file. */
const MAX_VALUES = 3_000_000;
/** Of YAML, which is read ten times slower: lines, and what on a line may begin a value. */
const MAX_PARTS = 1_000_000;
/** Of YAML: characters and values together, with what aliases name again. */
const MAX_WEIGHT = 2 * MAX_BYTES;

/** `file`: its path or name. Throws an Error whose sentence says what is wrong. */
export function contentOf(bytes: Uint8Array, file: string): Content {
  if (bytes.length > MAX_BYTES)
    throw new Error(`it has more than ${MAX_BYTES} bytes: an import reads no more`);
  const text = decoded(bytes);
  if (text.trim() === '') throw new Error('it is empty');
  const name = basename(file.replaceAll('\\', '/'));
  let read: { readonly value: unknown } | null = null;
  return { text, file: name, value: () => (read ??= { value: parsed(text, name) }).value };
}

function decoded(bytes: Uint8Array): string {
  const charset = charsetOf(bytes);
  if (charset === 'utf-8' && !isUtf8(bytes)) throw new Error('it is no text in UTF-8 or UTF-16');
  return new TextDecoder(charset).decode(bytes);
}

/** UTF-16 without a mark shows in its first character, which in every format is of ASCII. */
function charsetOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

function parsed(text: string, file: string): unknown {
  const isYaml = /\.ya?ml$/i.test(file);
  const isJson = /\.(?:json|har)$/i.test(file);
  if (!isJson && !/^\s*[{[]/.test(text)) return fromYaml(text);
  const json = fromJson(text);
  if (json.fault === null) return json.value;
  if (isJson) throw json.fault;
  try {
    // What opens with a bracket may be YAML's own way to write lists and objects.
    return fromYaml(text);
  } catch (error) {
    throw isYaml ? error : json.fault;
  }
}

function fromYaml(text: string): unknown {
  checkParts(text);
  const value = yamlValue(text);
  if (!(weightOf(value, new Map()) <= MAX_WEIGHT))
    throw new Error('its aliases make it more than an import reads');
  return value;
}

function yamlValue(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new Error(`it is no YAML: ${messageOf(error)}`, { cause: error });
  }
}

function checkParts(text: string): void {
  const part = /\r\n?|[-?:] |[\n,[{]/g;
  let parts = 0;
  while (part.test(text)) {
    // Between brackets nothing else need stand beside a value.
    parts += /[,[{]/.test(text[part.lastIndex - 1] ?? '') ? 2 : 1;
    if (parts > MAX_PARTS)
      throw new Error(`it holds more than ${MAX_PARTS} lines and values of YAML: hand it in as JSON`);
  }
}

/**
 * Characters and values that whoever walks over `value` meets: what an alias names, as often as it is named. Not a
 * number of what contains itself.
 */
function weightOf(value: unknown, known: Map<object, number>): number {
  if (typeof value === 'string') return 1 + value.length;
  if (typeof value !== 'object' || value === null) return 1;
  const found = known.get(value);
  if (found !== undefined) return found;
  known.set(value, NaN);
  let weight = 1;
  for (const [name, inner] of Object.entries(value)) weight += name.length + weightOf(inner, known);
  known.set(value, weight);
  return weight;
}

function fromJson(
  text: string,
): { readonly fault: null; readonly value: unknown } | { readonly fault: Error } {
  checkBounds(text);
  try {
    return { fault: null, value: parseJson(text) };
  } catch (error) {
    return { fault: new Error(messageOf(error), { cause: error }) };
  }
}

function checkBounds(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfText(text, at);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === ',') values += 1;
    if (depth > MAX_DEPTH) throw new Error(`it is nested more than ${MAX_DEPTH} levels deep`);
    if (values > MAX_VALUES) throw new Error(`it holds more than ${MAX_VALUES} values`);
  }
}

/** Index of the quote that ends the text which begins at `start`; of the last character where none does. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
