// Schemas for the fields of rules: texts, numbers, headers, bodies, header operations. Their messages complete "give
// …".
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { octetsOfText } from '../../base/octets.ts';
import { TOKEN } from '../../base/http-syntax.ts';
import { fromBase64 } from '../../base/bytes.ts';
import { fileErrorMessage, UserError } from '../../base/errors.ts';
import type { HeaderLines, SyntheticResponse } from '../../proxy/hooks.ts';

export const flag = z.boolean('true or false');
export const text = z.string('a text');

/** Declares that a field has an effect only while another field has one of these values. Editors hide it otherwise. */
export function effectiveWhen<T extends z.ZodType>(
  schema: T,
  when: Readonly<Record<string, readonly string[]>>,
): T {
  return schema.meta({ when });
}

/** Accepts one of several texts. */
export function oneOf<const T extends readonly [string, ...string[]]>(names: T) {
  const quoted = names.map((name) => JSON.stringify(name));
  return z.enum(names, [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or '));
}

/** Accepts a number, fractions included. `what` names its unit, such as `milliseconds`. */
export function number(min: number, max: number, what = ''): z.ZodNumber {
  const expected = expectedNumber('a number', min, max, what);
  return z.number(expected).min(min, expected).max(max, expected);
}

export function wholeNumber(min: number, max: number, what = ''): z.ZodNumber {
  const expected = expectedNumber('a whole number', min, max, what);
  return z.number(expected).int(expected).min(min, expected).max(max, expected);
}

function expectedNumber(kind: string, min: number, max: number, what: string): string {
  const unit = what === '' ? '' : ` of ${what}`;
  return max === Infinity || max === Number.MAX_SAFE_INTEGER
    ? `${kind}${unit}, ${min} or more`
    : `${kind}${unit} from ${min} to ${max}`;
}

/** Accepts a delay in milliseconds, an hour at most. */
export const delayMs = number(0, 3_600_000, 'milliseconds');

/** Accepts the status of a final response. */
export const status = wholeNumber(200, 599);

const PATH = 'the absolute path of a file';

/** Accepts an absolute path, or an empty text for none. */
export const path = z.string(PATH).refine((given) => given === '' || isAbsolute(given), PATH);

/**
 * Accepts an object without unknown keys. The message of the issue lists the known keys, for the sentence that names
 * the path.
 */
export function object<T extends z.core.$ZodLooseShape>(shape: T) {
  const expected = `an object with ${Object.keys(shape).join(', ')}`;
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : expected),
  });
}

const FIELD_NAME = 'the name of a header, such as "Content-Type"';
const FIELD_VALUE = 'a text without line breaks';
const HEADERS = 'a list of objects with name and value';

export const fieldName = z.string(FIELD_NAME).regex(TOKEN, FIELD_NAME);
export const fieldValue = z.string(FIELD_VALUE).regex(/^[^\0\r\n]*$/, FIELD_VALUE);

export const header = object({ name: fieldName, value: fieldValue.default('') });
export const headers = z.array(header, HEADERS).default([]);
export type Header = Readonly<z.output<typeof header>>;

/** Converts headers to field lines as sent: characters beyond ASCII become the bytes of their UTF-8. */
export function toHeaderLines(list: readonly Header[]): HeaderLines {
  return list.map(({ name, value }) => [name, octetsOfText(value)] as const);
}

/** Returns the first value of a field, whatever the case of its name. */
export function headerValue(lines: HeaderLines, lowerName: string): string | undefined {
  return lines.find(([name]) => name.toLowerCase() === lowerName)?.[1];
}

const BODY = 'a text, or an object with one of text, base64, file';
const BASE64 = 'Base64';

/** The source of a body's bytes. */
export type BodySource = { readonly text: string } | { readonly base64: string } | { readonly file: string };

const BODY_KEYS = ['text', 'base64', 'file'];

/** Accepts a body; a plain text stands for `{text}`. */
export const body: z.ZodType<BodySource> = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.union(
    [
      object({ text }),
      object({ base64: z.string(BASE64).refine((given) => fromBase64(given) !== null, BASE64) }),
      object({ file: path.min(1, PATH) }),
    ],
    BODY,
  ),
);

/** Returns true for an object that names one source of bytes, and nothing else. */
export function isBodySource(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length === 1 && BODY_KEYS.includes(keys[0] ?? '');
}

/** Reads the bytes; a file is read at each call. Rejects with the reason when the file cannot be read. */
export function readBodySource(shape: BodySource): Buffer | Promise<Buffer> {
  if ('text' in shape) return Buffer.from(shape.text);
  if ('base64' in shape) return Buffer.from(fromBase64(shape.base64) ?? []);
  return fileBytes(shape.file);
}

async function fileBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const reason = fileErrorMessage(error);
    throw new UserError('INVALID_FILE', `the file ${file} cannot be read: ${reason}`, { cause: error });
  }
}

const PLAIN_TEXT = [['Content-Type', 'text/plain; charset=utf-8']] as const;

/** Returns a plain-text response with bytes from the user, or a sentence. */
export function textResponse(code: number, content: Buffer | string): SyntheticResponse {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { status: code, reason: '', fields: PLAIN_TEXT, body: bytes };
}
