// Reader for HAR files of other programs. It reads entry by entry, and reports why an entry cannot be read.
import { UserError } from '../../base/errors.ts';
import { isToken } from '../../base/http-syntax.ts';
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';
import { parseJson } from '../../base/json.ts';
import { requestBody, responseBody, type HarBody } from './bodies.ts';
import { webSocketMessages, type HarWebSocketMessage } from './web-socket-messages.ts';
import { harPhases, ms, type HarPhases } from './timings.ts';

/** One exchange in a HAR file. */
export interface HarExchange {
  /** Epoch milliseconds; 0 when the file does not say. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly durationMs: number;
  /** Null when only the total duration is known. */
  readonly phases: HarPhases | null;
  readonly method: string;
  /** The URL as in the file; the URL of a WebSocket is that of its handshake. */
  readonly url: string;
  readonly request: HarMessage;
  /** 0 when the file has none: there was no response, or it came from a cache. */
  readonly status: number;
  readonly reason: string;
  /** Null when there was no response. */
  readonly response: HarMessage | null;
  /** The reason why the exchange failed; null when it did not. */
  readonly error: string | null;
  /** The program that sent it; null when unknown. */
  readonly app: string | null;
  /** IP address of the server; null when unknown. */
  readonly serverAddress: string | null;
  /** The messages of a WebSocket; null when the file has none. */
  readonly webSocketMessages: readonly HarWebSocketMessage[] | null;
}

export interface HarMessage {
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The media type that is stored with the body, besides the headers; empty without one. */
  readonly mimeType: string;
  readonly body: HarBody;
  /** Bytes of the body as transferred; null when unknown. */
  readonly transferredBytes: number | null;
}

/** The result for one entry; `index` counts from 0. */
export type HarReadResult =
  | { readonly type: 'exchange'; readonly index: number; readonly exchange: HarExchange }
  | { readonly type: 'skipped'; readonly index: number; readonly reason: string };

/** The reason why an entry cannot be read. */
export class EntryError extends Error {}

/**
 * Returns the entries of a parsed file, each read when the iterator reaches it. Throws an Error when it is not a HAR
 * file.
 */
export function readHar(file: unknown): Iterable<HarReadResult> {
  return readHarEntries(entriesOf(file));
}

/** Reads entries of another format; `asEntry` converts each to a HAR entry, and may throw an EntryError. */
export function* readHarEntries(
  entries: readonly unknown[],
  asEntry: (entry: unknown) => unknown = (entry) => entry,
): Generator<HarReadResult, void, undefined> {
  for (const [index, entry] of entries.entries()) yield readEntryAt(index, entry, asEntry);
}

function readEntryAt(index: number, entry: unknown, asEntry: (entry: unknown) => unknown): HarReadResult {
  try {
    return { type: 'exchange', index, exchange: readEntry(asEntry(entry)) };
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return { type: 'skipped', index, reason: error.message };
  }
}

function entriesOf(file: unknown): readonly unknown[] {
  const log = isObject(file) ? file['log'] : undefined;
  const entries = isObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries))
    throw new UserError('INVALID_DATA', 'it is not a HAR file: it has no list log.entries');
  return entries;
}

/** Parses the text of a file. Throws an Error that says where it is not valid JSON. */
export function parseHarText(text: string): unknown {
  return parseJson(text.replace(/^\uFEFF/, ''));
}

function readEntry(entry: unknown): HarExchange {
  if (!isObject(entry)) throw new EntryError('it is not an object');
  const { request, response } = entry;
  if (!isObject(request)) throw new EntryError('it has no request');
  const answer = isObject(response) && hasResponse(response) ? response : null;
  const method = methodOf(request['method']);
  const address = asText(entry['serverIPAddress']).replace(/^\[(.*)\]$/, '$1');
  return {
    startedAt: timeOf(entry['startedDateTime']),
    durationMs: ms(entry['time']),
    phases: harPhases(entry),
    method,
    url: urlOf(request['url']),
    request: readMessage(request, 'request.postData', (type) => requestBody(request, type)),
    status: answer !== null && isStatus(answer['status']) ? Number(answer['status']) : 0,
    reason: answer === null ? '' : lineOf(answer['statusText']),
    response:
      answer === null ? null : readMessage(answer, 'response.content', () => responseBody(answer, method)),
    error: errorOf(isObject(response) ? response : {}, answer !== null),
    app: asText(entry['_proxyClient']) || null,
    serverAddress: /^[\da-f.:]{2,45}$/i.test(address) ? address : null,
    webSocketMessages: webSocketMessages(entry),
  };
}

/** True for a response with a status, and for one without that has fields or a body: browsers write these of caches. */
function hasResponse(response: JsonObject): boolean {
  const { status, headers, content, _error: error } = response;
  if (isStatus(status)) return true;
  const isCached = status === 0 && asText(error) === '';
  const text = isObject(content) ? asText(content['text']) : '';
  return isCached && (text !== '' || (Array.isArray(headers) && headers.some(isObject)));
}

/** Returns 0 outside of the years 1 to 9999, which could not be written again. */
function timeOf(value: unknown): number {
  const time = Date.parse(asText(value));
  return time >= -62_135_596_800_000 && time <= 253_402_300_799_999 ? time : 0;
}

function methodOf(value: unknown): string {
  const method = asText(value);
  if (!isToken(method) || method.length > 60) throw new EntryError('request.method is not a method');
  return method;
}

function urlOf(value: unknown): string {
  const url = asText(value);
  if (url === '') throw new EntryError('it has no request.url');
  return url.replace(/^ws(s?):/i, 'http$1:');
}

/** Returns the error of a response; browsers write `net::ERR_…` and the like into it. */
function errorOf(response: JsonObject, hasResponse: boolean): string | null {
  const error = asText(response['_error']);
  if (error !== '') return error;
  return hasResponse ? null : 'There was no response';
}

function readMessage(
  message: JsonObject,
  bodyPath: string,
  bodyFor: (contentType: string) => HarBody,
): HarMessage {
  const headers = headersOf(message['headers']);
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const version = versionOf(asText(message['httpVersion']));
  const bodyFields = message['postData'] ?? message['content'];
  const mimeType = isObject(bodyFields) ? lineOf(bodyFields['mimeType']) : '';
  const transferredBytes = transferSize(message);
  try {
    return { version, headers, mimeType, body: bodyFor(contentType), transferredBytes };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new EntryError(`${bodyPath} ${error.message}`);
  }
}

/** Returns the size of the body as transferred; browsers write that of the whole message as `_transferSize`. */
function transferSize({ bodySize, headersSize, _transferSize: whole }: JsonObject): number | null {
  const size = sizeOf(bodySize);
  return size > 0
    ? size
    : sizeOf(whole) > 0
      ? Math.max(0, sizeOf(whole) - sizeOf(headersSize)) || null
      : null;
}

/** Returns 0 for an unknown size. */
function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Parses `h2`, `http/2.0` and `HTTP/2`, which programs use for the same version. */
function versionOf(text: string): string {
  const [, digits = '1.1'] = /^(?:HTTP\/|h)(1\.[01]|2|3)/i.exec(text) ?? [];
  return `HTTP/${digits}`;
}

/**
 * Reads header fields. Some programs also write the pseudo-header fields of HTTP/2, such as `:path`, which are
 * skipped.
 */
function headersOf(list: unknown): HarMessage['headers'] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((header): (readonly [string, string])[] => {
    const name = asText(header['name']);
    if (!isToken(name)) return [];
    // An entry may hold several values of one name, one per line.
    return asText(header['value'])
      .split(/\r?\n/)
      .map((value) => [name, value.replace(/[\0\r]/g, '')] as const);
  });
}

function isStatus(status: unknown): boolean {
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999;
}

function lineOf(value: unknown): string {
  return asText(value).replace(/[\0-\x1f\x7f]/g, ' ');
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
