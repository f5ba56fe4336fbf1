// Requests for the code formats: each nasty string occurs in a path, a query, a header and a body, and there
// is one request for each kind of change that a client may make.
import { gzipSync } from 'node:zlib';
import { snippetRequest } from '../../../src/traffic/snippet-request.ts';
import type { SnippetRequest } from '../../../src/snippets/contract.ts';
import { capturedFlow } from '../flows.ts';
import { nastyStrings } from './strings.ts';
import { sampled } from '../scale.ts';

export interface Case {
  readonly name: string;
  readonly request: SnippetRequest;
  /** The body as sent. */
  readonly body: Buffer;
}

interface Sent {
  readonly method?: string;
  /** One char per byte. */
  readonly target?: string;
  readonly fields?: readonly string[];
  readonly body?: Buffer | string;
}

/** The field by which an origin knows which request arrived. */
export const CASE_FIELD = 'X-Case';

const STRINGS_OF_A_REQUEST = 3;

/** Returns all requests, to an origin on this port; the quick suite takes `max` of them. */
export async function cases(port: number, max = Infinity): Promise<readonly Case[]> {
  const sent = sampled([...Object.entries(ofStrings()), ...Object.entries(ofClients)], max);
  return Promise.all(
    sent.map(async ([name, { method = 'GET', target = '/', fields = plain, body }], index) => {
      const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
      const own = [`Host: 127.0.0.1:${port}`, `${CASE_FIELD}: ${index}`];
      const head = [`${method} ${target} HTTP/1.1`, ...own, ...fields, ...length];
      const request = { head, ...(body !== undefined && { body }) };
      const flow = capturedFlow({ method, target: { host: '127.0.0.1', port }, request });
      return { name, request: (await snippetRequest(flow))!, body: Buffer.from(body ?? '') };
    }),
  );
}

const plain = ['User-Agent: test/1', 'Accept: */*'];
const text = [...plain, 'Content-Type: text/plain'];
const json = [...plain, 'Content-Type: application/json'];
const bytes = (value: string): string => Buffer.from(value).toString('latin1');

function ofStrings(): Readonly<Record<string, Sent>> {
  const found: Record<string, Sent> = {};
  for (let at = 0; at < nastyStrings.length; at += STRINGS_OF_A_REQUEST) {
    const strings = nastyStrings.slice(at, at + STRINGS_OF_A_REQUEST);
    found[`strings ${strings.map((value) => JSON.stringify(value)).join(' ')}`] = ofThese(strings, at);
  }
  return found;
}

const KINDS: readonly ((strings: readonly string[]) => Pick<Sent, 'fields' | 'body'>)[] = [
  (strings) => ({ fields: text, body: strings.join('\n') }),
  (strings) => ({ fields: json, body: JSON.stringify({ list: strings, [strings[0]!]: strings[1] }) }),
  (strings) => ({ fields: json, body: strings.join('') }),
];

function ofThese(strings: readonly string[], at: number): Sent {
  const kind = at / STRINGS_OF_A_REQUEST;
  const { fields = [], body = '' } = KINDS[kind % KINDS.length]!(strings.map((value) => withoutNul(value)));
  const path = strings.map((value) => `/${inTarget(value).replaceAll('?', '%3F')}`).join('');
  const query = strings.map((value, index) => `q${index}=${inTarget(value)}`).join('&');
  return {
    method: ['POST', 'PUT', 'PATCH', 'DELETE'][kind % 4]!,
    target: `${path}?${query}`,
    fields: [...fields, ...strings.map((value, index) => `X-String-${index}: ${inField(value)}`)],
    body,
  };
}

/** No text of a body holds NUL: such a body is binary. */
function withoutNul(value: string): string {
  return value.replaceAll('\0', '\\0');
}

/** Encodes a string for a request line. */
function inTarget(value: string): string {
  return bytes(value).replace(/[\x00-\x20\x7f]/g, (char) => encodeURIComponent(char));
}

/** Encodes a string for a field value. */
function inField(value: string): string {
  const isControl = /[\x00-\x08\x0a-\x1f\x7f]/g;
  return bytes(value.replace(isControl, (char) => encodeURIComponent(char))).trim();
}

const many = {
  int: 1,
  big: 12345678901234,
  negative: -0.5,
  small: 1e-7,
  deep: [[[{ a: null }]], true, false],
};

const ofClients: Readonly<Record<string, Sent>> = {
  'a plain GET': { target: '/a/b?c=d&e=%20f' },
  'nothing that a client would add': { fields: [] },
  'a POST with nothing that a client would add': { method: 'POST', fields: [], body: 'a=b' },
  HEAD: { method: 'HEAD' },
  OPTIONS: { method: 'OPTIONS' },
  'OPTIONS of the server': { method: 'OPTIONS', target: '*' },
  DELETE: { method: 'DELETE' },
  'POST without a body': { method: 'POST' },
  'a GET with a body': { fields: text, body: 'abc' },
  'a method of one’s own': { method: 'M-SEARCH' },
  'a method with marks': { method: "m!#$%&'*+-.^_`|~1" },
  'a method in lower case': { method: 'get' },
  'a method in lower case with a body': { method: 'patch', fields: text, body: 'abc' },
  'dot segments': { target: '/a/../b/./c/%2e%2E/d/..' },
  'a double slash': { target: '//a//b' },
  'a double slash and braces': { target: '//a//{b}' },
  'a fragment': { target: '/a#b?c#d' },
  'a query without anything': { target: '/?' },
  'escapes of plain characters': { target: '/%41%7e%2f%2F?%41%7e%2f' },
  'a path with latin1': { target: '/caf\xe9?\xff' },
  'every character in path and query': {
    target: `/${printable().replaceAll('#', '').replaceAll('?', '')}?${printable().replaceAll('#', '')}`,
  },
  'a header without a value': { fields: [...plain, 'X-Empty:', 'X-Next: 1'] },
  'headers of a client’s own, without a value': { fields: ['User-Agent:', 'Accept:', 'X-Next: 1'] },
  'headers twice': { fields: [...plain, 'x-A: 1', 'X-a: 2', 'Cookie: a=b', 'x-A: 1', 'Cookie: c=d'] },
  'a cookie': { fields: [...plain, 'Cookie: a=b; c="d"'] },
  'headers of names': { fields: [...plain, '__proto__: 1', "X-!#$%&'*+.^_`|~: v", 'constructor: 2'] },
  'a header with latin1': { fields: [...plain, "X-L: caf\xe9 0123 'q' \\ !x \xa0\xff7"] },
  'fields that clients act on': {
    fields: [
      ...plain,
      'Range: bytes=0-1',
      'Referer: http://a/',
      'TE: trailers',
      'Authorization: Basic YTpi',
      'Accept-Encoding: gzip',
      'If-None-Match: "a"',
      'Date: x',
      'Origin: null',
    ],
  },
  'content fields without a body': { fields: [...plain, 'Content-Type: a/b', 'Content-Language: de'] },
  'a type with parameters': {
    method: 'POST',
    fields: [...plain, 'Content-Type: text/plain; charset="utf-8"; a=b'],
    body: 'ü',
  },
  'a type that is none': { method: 'POST', fields: [...plain, 'Content-Type: x'], body: 'ü' },
  'a form': {
    method: 'POST',
    fields: [...plain, 'Content-Type: application/x-www-form-urlencoded'],
    body: 'a=%20b&c[]=d+e',
  },
  JSON: { method: 'POST', fields: json, body: JSON.stringify(many, null, 4) },
  'JSON of a suffix': {
    method: 'POST',
    fields: [...plain, 'Content-Type: application/a+json; charset=utf-8'],
    body: '[1,{}]',
  },
  'JSON with numbers that no double holds': {
    method: 'POST',
    fields: json,
    body: '{"id":12345678901234567890,"e":1e999}',
  },
  'JSON with a key twice': { method: 'POST', fields: json, body: '{"a":1,"a":2}' },
  'JSON with the key of prototypes': { method: 'POST', fields: json, body: '{"__proto__":{"a":1}}' },
  'JSON that is empty': { method: 'POST', fields: json, body: '{}' },
  'JSON that is a text': { method: 'POST', fields: json, body: '"a"' },
  'JSON that is null': { method: 'POST', fields: json, body: 'null' },
  'JSON that is broken': { method: 'POST', fields: json, body: ' {"a":1 ' },
  'JSON with spaces around': { method: 'POST', fields: json, body: ' \n{"a": "\\u0000\\ud800"} ' },
  'JSON said to be text': { method: 'POST', fields: text, body: '{"a":1}' },
  'a binary body': { method: 'POST', fields: plain, body: Buffer.from([0, 1, 255]) },
  'a compressed body': {
    method: 'POST',
    fields: [...json, 'Content-Encoding: gzip'],
    body: gzipSync('{"a":1}'),
  },
  'a chunked body': { method: 'POST', fields: [...text, 'Transfer-Encoding: chunked'], body: 'abc' },
  'a body that is long': {
    method: 'POST',
    fields: text,
    body: `${'a😀'.repeat(40_000)}'"`,
  },
};

function printable(): string {
  return Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
}
