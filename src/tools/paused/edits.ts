// Validates the edits of a paused message, and applies them to it.
import { z } from 'zod';
import { TOKEN } from '../../base/http-syntax.ts';
import { ParameterError } from '../../base/errors.ts';
import { schemaError, type SchemaIssue } from '../../base/schema-error.ts';
import { readDestination, type Destination } from '../../flow/destination.ts';
import type { HeaderLines } from '../../proxy/hooks.ts';

/** The edits of a request; null for a part that stays as it is. */
export interface RequestEdits {
  readonly method: string | null;
  readonly destination: Destination | null;
  /** All headers of the edited message, with values as text. */
  readonly headers: HeaderLines | null;
  /** Text, whose charset is chosen later, or bytes. */
  readonly body: string | Buffer | null;
}

/** The edits of a response; null for a part that stays as it is. */
export interface ResponseEdits {
  readonly status: number | null;
  readonly headers: HeaderLines | null;
  readonly body: string | Buffer | null;
}

/** Null for a message without edits. */
export interface Edits {
  readonly request: RequestEdits | null;
  readonly response: ResponseEdits | null;
}

interface PausedSide {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string | { readonly base64: string };
}
interface PausedSides {
  readonly stage: 'request' | 'response';
  readonly request: PausedSide & { readonly method: string; readonly url: string };
  readonly response?: PausedSide & { readonly status: number };
}

const METHOD = 'the name of a method, such as "GET"';
const NO_TUNNEL = 'another method than CONNECT, which opens a tunnel';
const URL_TEXT = 'an http or https URL such as "https://example.com/path", without user and password';
const NAME = 'the name of a header, such as "Content-Type"';
const VALUE = 'a text without line breaks and control characters';
const HEADERS = 'a list of {"name", "value"}, which replaces all, or an object of names with values or null';
const BODY = 'a text, or {"base64": "…"}';
const BASE64 = 'bytes in base64';
const STATUS = 'a whole number from 200 to 599';

const headerValue = z.string(VALUE).regex(/^[^\0-\x08\x0a-\x1f\x7f]*$/, VALUE);
const headerList = z.array(
  z.strictObject({ name: z.string(NAME).regex(TOKEN, NAME), value: headerValue }, '{"name", "value"}'),
  HEADERS,
);
const headerChanges = z
  .record(z.string(), headerValue.nullable(), HEADERS)
  .superRefine((changes, context) => {
    for (const name of Object.keys(changes))
      if (!TOKEN.test(name)) context.addIssue({ code: 'custom', path: [name], input: name, message: NAME });
  });
const body = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64(BASE64) })], BODY),
);
const common = {
  // Validated with a schema for each form, so that an error concerns the form that was given.
  headers: z.custom<unknown>().optional(),
  body: body.nullish(),
};
const requestEdits = z.strictObject({
  method: z
    .string(METHOD)
    .regex(TOKEN, METHOD)
    .refine((method) => method.toUpperCase() !== 'CONNECT', NO_TUNNEL)
    .nullish(),
  url: z
    .string(URL_TEXT)
    .refine((url) => readDestination(url) !== null, URL_TEXT)
    .nullish(),
  ...common,
});
const responseEdits = z.strictObject({
  status: z.number(STATUS).int(STATUS).min(200, STATUS).max(599, STATUS).nullish(),
  ...common,
});

/** Validates edits. Throws a ParameterError that names the invalid field. */
export function parseEdits(
  original: PausedSides,
  input: { readonly request?: unknown; readonly response?: unknown },
): Edits {
  const { request, response } = { request: input.request ?? null, response: input.response ?? null };
  if (original.stage === 'request') {
    if (response !== null)
      throw new ParameterError('response: there is none yet, the request is paused', { field: 'response' });
    return {
      request: request === null ? null : parseRequestEdits(original.request, request),
      response: null,
    };
  }
  if (request !== null)
    throw new ParameterError('request: it has been sent already, its response is paused', {
      field: 'request',
    });
  const edits =
    response === null || original.response === undefined
      ? null
      : parseResponseEdits(original.response, response);
  return { request: null, response: edits };
}

function parseRequestEdits(original: PausedSides['request'], input: unknown): RequestEdits {
  const { method, url, headers, body: content } = parse(requestEdits, input, ['request']);
  return {
    method: ifChanged(original.method, method),
    destination: url === undefined || url === null || url === original.url ? null : readDestination(url),
    headers: parseHeaders(original.headers, headers, 'request'),
    body: parseBody(original.body, content),
  };
}

function parseResponseEdits(
  original: PausedSide & { readonly status: number },
  input: unknown,
): ResponseEdits {
  const { status, headers, body: content } = parse(responseEdits, input, ['response']);
  return {
    status: ifChanged(original.status, status),
    headers: parseHeaders(original.headers, headers, 'response'),
    body: parseBody(original.body, content),
  };
}

function ifChanged<T>(original: T, input: T | null | undefined): T | null {
  return input === undefined || input === original ? null : input;
}

function parseHeaders(original: PausedSide['headers'], input: unknown, side: string): HeaderLines | null {
  if (input === undefined || input === null) return null;
  const path = [side, 'headers'];
  const before = original.map(({ name, value }) => [name, value] as const);
  const after = Array.isArray(input)
    ? parse(headerList, input, path).map(({ name, value }) => [name, value] as const)
    : Object.entries(parse(headerChanges, input, path)).reduce(withHeader, before);
  return JSON.stringify(after) === JSON.stringify(before) ? null : after;
}

/** Sets or removes a header; a new value takes the place of the first line with that name. */
function withHeader(lines: HeaderLines, [name, value]: readonly [string, string | null]): HeaderLines {
  const isNamed = ([each]: readonly [string, string]): boolean => each.toLowerCase() === name.toLowerCase();
  const first = lines.findIndex(isNamed);
  if (value === null) return lines.filter((line) => !isNamed(line));
  if (first < 0) return [...lines, [name, value]];
  return lines.flatMap((line, index) =>
    index === first ? [[name, value] as const] : isNamed(line) ? [] : [line],
  );
}

function parseBody(
  original: PausedSide['body'],
  input: z.output<typeof body> | null | undefined,
): string | Buffer | null {
  if (input === undefined || input === null) return null;
  if ('text' in input) return input.text === original ? null : input.text;
  const bytes = Buffer.from(input.base64, 'base64');
  const before =
    typeof original === 'string' ? Buffer.from(original) : Buffer.from(original.base64, 'base64');
  return bytes.equals(before) ? null : bytes;
}

function parse<T extends z.ZodType>(schema: T, input: unknown, path: readonly string[]): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) throw editError(result.error.issues, path, schema);
  return result.data;
}

function editError(
  issues: readonly SchemaIssue[],
  prefix: readonly string[],
  schema: z.ZodType,
): ParameterError {
  const [issue] = issues;
  const side = issue?.path.length === 0 && schema instanceof z.ZodObject ? schema : null;
  const expected = side !== null && issue?.code !== 'unrecognized_keys' ? 'an object' : issue!.message;
  const { field, message } = schemaError([{ ...issue!, message: expected }], {
    prefix,
    kind: 'field',
    known: () => (side === null ? ['name', 'value'] : Object.keys(side.shape)),
  });
  return new ParameterError(message, { field });
}
