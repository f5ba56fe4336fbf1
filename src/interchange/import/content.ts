// Decodes the bytes of a file to text, and parses it as JSON or YAML. Sizes are checked before anything is built.
import { basename } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { parseLenientYaml } from '../../documents/lenient-yaml.ts';
import { decodeText } from '../../documents/decode-text.ts';
import type { Content } from './contract.ts';

/** The maximum size of a file. */
export const MAX_BYTES = 64 * 1024 * 1024;
/** The maximum nesting of brackets, about ten times that of real documents. */
const MAX_DEPTH = 500;
/** The maximum number of fields and list items in a file. */
const MAX_VALUES = 3_000_000;
/** The maximum number of lines and potential values in YAML, which is ten times slower to parse. */
const MAX_YAML_PARTS = 1_000_000;
/** The maximum number of characters and values in YAML after its aliases are expanded. */
const MAX_YAML_WEIGHT = 2 * MAX_BYTES;

/** True for the first bytes of a ZIP archive. */
export function isZip([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
}

/** Decodes a file; `file` is its path or name. Throws an Error that says what is wrong. */
export function readContent(bytes: Uint8Array, file: string): Content {
  if (bytes.length > MAX_BYTES)
    throw new UserError('TOO_LARGE', `it is larger than the import limit of ${MAX_BYTES} bytes`);
  if (isZip(bytes))
    throw new UserError(
      'UNSUPPORTED',
      'it is a ZIP archive, which is imported by its path: give the path of the file',
    );
  const text = decodeText(bytes);
  if (text.trim() === '') throw new UserError('INVALID_DATA', 'it is empty');
  const name = basename(file.replaceAll('\\', '/'));
  let parsed: { readonly value: unknown } | null = null;
  const repairs: string[] = [];
  const value = (): unknown => (parsed ??= { value: parseContent(text, name, repairs) }).value;
  return { text, file: name, repairs, value };
}

function parseContent(text: string, file: string, repairs: string[]): unknown {
  const isYaml = /\.ya?ml$/i.test(file);
  const isJson = /\.(?:json|har)$/i.test(file);
  if (!isJson && !/^\s*[{[]/.test(text)) return parseBoundedYaml(text, repairs);
  const json = parseBoundedJson(text);
  if (json.error === null) return json.value;
  if (isJson) throw json.error;
  try {
    // Text that starts with a bracket may be YAML in flow style.
    return parseBoundedYaml(text, repairs);
  } catch (error) {
    throw isYaml ? error : json.error;
  }
}

function parseBoundedYaml(text: string, repairs: string[]): unknown {
  checkYamlSize(text);
  const value = parseYamlText(text, repairs);
  if (!(weightOf(value, new Map()) <= MAX_YAML_WEIGHT))
    throw new UserError('TOO_LARGE', 'its aliases make it larger than the import limit');
  return value;
}

function parseYamlText(text: string, repairs: string[]): unknown {
  try {
    const parsed = parseLenientYaml(text, { repeatsParts: true });
    repairs.push(...parsed.repairs);
    return parsed.value;
  } catch (error) {
    throw new UserError('INVALID_DATA', `it is not valid YAML: ${messageOf(error)}`, { cause: error });
  }
}

function checkYamlSize(text: string): void {
  const part = /\r\n?|[-?:] |[\n,[{]/g;
  let parts = 0;
  while (part.test(text)) {
    // Within brackets, values need no other separators.
    parts += /[,[{]/.test(text[part.lastIndex - 1] ?? '') ? 2 : 1;
    if (parts > MAX_YAML_PARTS)
      throw new UserError(
        'TOO_LARGE',
        `it holds more than ${MAX_YAML_PARTS} lines and values of YAML: convert it to JSON`,
      );
  }
}

/**
 * Counts characters and values, with aliases as often as they are used. Returns NaN for a value that contains itself.
 */
function weightOf(value: unknown, known: Map<object, number>): number {
  if (typeof value === 'string') return 1 + value.length;
  if (typeof value !== 'object' || value === null) return 1;
  const knownWeight = known.get(value);
  if (knownWeight !== undefined) return knownWeight;
  known.set(value, NaN);
  let weight = 1;
  for (const [name, inner] of Object.entries(value)) weight += name.length + weightOf(inner, known);
  known.set(value, weight);
  return weight;
}

function parseBoundedJson(
  text: string,
): { readonly error: null; readonly value: unknown } | { readonly error: Error } {
  checkJsonSize(text);
  try {
    return { error: null, value: parseJson(text) };
  } catch (error) {
    return { error: new UserError('INVALID_DATA', messageOf(error), { cause: error }) };
  }
}

function checkJsonSize(text: string): void {
  let depth = 0;
  let values = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text[offset];
    if (char === '"') offset = endOfString(text, offset);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === ',') values += 1;
    if (depth > MAX_DEPTH)
      throw new UserError('TOO_LARGE', `it is nested more than ${MAX_DEPTH} levels deep`);
    if (values > MAX_VALUES) throw new UserError('TOO_LARGE', `it holds more than ${MAX_VALUES} values`);
  }
}

/** Returns the index of the closing quote of the string at `start`, or of the last character. */
function endOfString(text: string, start: number): number {
  let offset = start + 1;
  while (offset < text.length && text[offset] !== '"') offset += text[offset] === '\\' ? 2 : 1;
  return offset;
}
